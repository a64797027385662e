/// \file Bytes, instructions and waiting time per updated cell of a wavefront kernel.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Returns the predicted bytes, instructions and waiting time per updated cell. `computed` is the
/// number of cells that threads compute per cell that they store. All times except that of memory
/// are multiplied by it.
plan::Traffic wavefrontTraffic(const analysis::Facts &facts, const WavefrontShape &shape,
                               const plan::Target &target, double computed);

/// Returns the fractions of the machine's peak rates that wavefront kernels like `shape` reach, as
/// measured. The cost model converts bytes and instructions to time with them.
machine::KernelShares wavefrontShares(const analysis::Facts &facts, const WavefrontShape &shape,
                                      const plan::Target &target);

} // namespace stencilc::schedules
