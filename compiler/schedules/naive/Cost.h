/// \file Predicts registers, instructions and traffic of a kernel of schedule naive.
#pragma once

#include "plan/cost/CostModel.h"

namespace stencilc::schedules {

/// Sets `kernel.registers`, the predicted registers of a thread of kernel number `index`. Returns
/// the predicted bytes and instructions of one update on a grid of size `extents`. The block size
/// must be set in `kernel`. Warps near a face execute code that applies the boundary condition to
/// each read. On small grids they are a large part of all warps.
plan::Traffic countNaive(const analysis::Facts &facts, std::size_t index, plan::KernelPlan &kernel,
                         const plan::Target &target, const Extents &extents);

} // namespace stencilc::schedules
