/// \file Checks whether the schedule `wavefront` can compute a program, whatever the size of its
/// tiles.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Returns whether the schedule `wavefront` can compute the program on the GPU `target`. The check
/// holds for all sizes of tiles. If it fails, the result has the reason and the name of another
/// schedule to use.
plan::Fit fitWavefront(const analysis::Facts &facts, const plan::Target &target);

} // namespace stencilc::schedules
