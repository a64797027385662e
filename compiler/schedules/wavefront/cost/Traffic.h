/// \file Bytes, instructions and waiting time of an update in a wavefront kernel.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Returns the predicted bytes, instructions and waiting time of an update of one cell. `computed`
/// is the number of cells computed per cell stored, a factor on all times but that of memory.
plan::Traffic wavefrontTraffic(const analysis::Facts &facts, const WavefrontShape &shape,
                               const plan::Target &target, double computed);

/// Returns the fractions of the machine's peak rates that a wavefront kernel of `shape` reaches, as
/// measured. The cost model converts bytes and instructions to time with them.
machine::KernelShares wavefrontShares(const analysis::Facts &facts, const WavefrontShape &shape,
                                      const plan::Target &target);

} // namespace stencilc::schedules
