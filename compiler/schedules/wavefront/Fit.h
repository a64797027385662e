/// \file Whether a wavefront can do the steps of a program at all, whatever its tiles.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

/// The refusal says why, and what to use instead.
plan::Fit fitWavefront(const analysis::Facts &facts, const plan::Target &target);

} // namespace stencilc::schedules
