/// \file What an update of a wavefront moves, executes and waits for.
#pragma once

#include "plan/CostModel.h"
#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

/// Per cell and time step; `computed` are cells computed per cell stored.
plan::Traffic wavefrontTraffic(const analysis::Facts &facts, const WavefrontShape &shape,
                               const plan::Target &target, double computed);

/// How that becomes time.
machine::KernelShares wavefrontShares(const analysis::Facts &facts, const WavefrontShape &shape,
                                      const plan::Target &target);

} // namespace stencilc::schedules
