/// \file Lowering of schedule coarse: a thread updates cells of a row that are a block apart.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds a GPU kernel for each kernel of the program, and the host function that launches them.
/// Precondition: `readers`, the functions that read cells beyond the grid, have been added.
void lowerCoarse(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 const kernel::Readers &readers);

} // namespace stencilc::schedules
