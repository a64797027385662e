/// \file Lowering of schedule naive: one thread updates one cell.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds to `module` a GPU kernel for each kernel of `plan`, and the host function that launches
/// them in each time step. `readers` provides the functions of `module` that read cells beyond the
/// grid.
void lowerNaive(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                const kernel::Readers &readers);

} // namespace stencilc::schedules
