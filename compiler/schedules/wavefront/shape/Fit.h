/// \file Checks whether the schedule `wavefront` can compute a program, for any size of tiles.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Checks whether the schedule `wavefront` can compute the program on `target`. A refusal has the
/// reason and the name of another schedule to use.
plan::Fit fitWavefront(const analysis::Facts &facts, const plan::Target &target);

} // namespace stencilc::schedules
