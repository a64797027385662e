/// \file Schedule naive as kernels: one thread updates one cell.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// A kernel for each kernel and the function that launches them. `readers` are there already.
void lowerNaive(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                const kernel::Readers &readers);

} // namespace stencilc::schedules
