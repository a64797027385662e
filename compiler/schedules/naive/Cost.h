/// \file Predicts registers, instructions and traffic of a kernel of schedule naive.
#pragma once

#include "plan/cost/CostModel.h"

namespace stencilc::schedules {

/// Returns the predicted number of registers of a thread of naive kernel `index`.
int naiveRegisters(const analysis::Facts &facts, std::size_t index);

/// Counts bytes and instructions of one cell update by naive kernel `index` on a grid of `extents`.
/// The block is that of `kernel`. A warp near a face executes the code that applies the boundary
/// condition to each read. On small grids this is a large part of all warps.
plan::Traffic naiveTraffic(const analysis::Facts &facts, std::size_t index,
                           const plan::KernelPlan &kernel, const plan::Target &target,
                           const Extents &extents);

} // namespace stencilc::schedules
