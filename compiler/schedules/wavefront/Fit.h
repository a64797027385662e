/// \file Checks whether a wavefront can compute the time steps of a program, for any size of tiles.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

/// Returns whether a wavefront can compute the program on `target`. A refusal gives the reason and
/// a schedule to use instead.
plan::Fit fitWavefront(const analysis::Facts &facts, const plan::Target &target);

} // namespace stencilc::schedules
