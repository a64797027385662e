/// \file Predicts registers, instructions and traffic of a kernel of schedule naive.
#pragma once

#include "plan/cost/CostModel.h"

namespace stencilc::schedules {

/// Sets the predicted registers of a thread of naive kernel `index`. Returns the bytes and
/// instructions of one cell update on a grid of `extents`. The block is that of `kernel`. A warp
/// near a face executes the code that applies the boundary condition to each read. On small grids
/// this is a large part of all warps.
plan::Traffic countNaive(const analysis::Facts &facts, std::size_t index, plan::KernelPlan &kernel,
                         const plan::Target &target, const Extents &extents);

} // namespace stencilc::schedules
