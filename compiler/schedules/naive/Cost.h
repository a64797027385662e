/// \file Predicts registers, instructions and traffic of a kernel of schedule naive.
#pragma once

#include "plan/cost/CostModel.h"

namespace stencilc::schedules {

/// Counts bytes and instructions of one cell update by kernel number `index` of the program, on a
/// grid of size `extents`. Also stores the predicted registers of a thread in `kernel.registers`.
/// Precondition: the size of a block in `kernel` is set. Reads of warps near a face count as more
/// instructions, because they apply the boundary condition.
plan::Traffic countNaive(const analysis::Facts &facts, std::size_t index, plan::KernelPlan &kernel,
                         const plan::Target &target, const Extents &extents);

} // namespace stencilc::schedules
