/// \file Schedule coarse as kernels: one thread updates several cells of a row, a block's width
/// apart.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// A kernel for each kernel and the function that launches them. `readers` are there already.
void lowerCoarse(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 const kernel::Readers &readers);

} // namespace stencilc::schedules
