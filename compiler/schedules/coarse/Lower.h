/// \file Lowering of schedule coarse: each thread updates several cells of a row, a block's width
/// apart.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Adds a device kernel for each kernel of the program, and the function that launches them.
/// `readers` must have been added before.
void lowerCoarse(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 const kernel::Readers &readers);

} // namespace stencilc::schedules
