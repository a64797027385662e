/// \file Lowering of schedule naive: one thread updates one cell.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds a GPU kernel for each kernel of the program, and the host function that launches them.
/// Precondition: `readers`, the functions that read cells beyond the grid, have been added.
void lowerNaive(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                const kernel::Readers &readers);

} // namespace stencilc::schedules
