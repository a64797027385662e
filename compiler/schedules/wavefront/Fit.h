/// \file Whether a wavefront can do the steps of a program at all, whatever its tiles.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::plan {

/// The refusal says why, and what to use instead.
Fit fitWavefront(const analysis::Facts &facts, const Target &target);

} // namespace stencilc::plan
