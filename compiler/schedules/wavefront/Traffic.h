/// \file Data, instructions and waiting time of an update in a wavefront, for the cost model.
#pragma once

#include "plan/CostModel.h"
#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

/// Returns the traffic of a wavefront per cell and time step. `computed` is the number of cells
/// computed per cell stored.
plan::Traffic wavefrontTraffic(const analysis::Facts &facts, const WavefrontShape &shape,
                               const plan::Target &target, double computed);

/// Returns the measured fractions of the machine's peak rates that a wavefront kernel of `shape`
/// reaches. With them the traffic becomes time.
machine::KernelShares wavefrontShares(const analysis::Facts &facts, const WavefrontShape &shape,
                                      const plan::Target &target);

} // namespace stencilc::schedules
