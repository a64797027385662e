/// \file Lowering of schedule naive: one thread updates one cell.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Adds a device kernel for each kernel of the program, and the function that launches them.
/// `readers` must have been added before.
void lowerNaive(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                const kernel::Readers &readers);

} // namespace stencilc::schedules
