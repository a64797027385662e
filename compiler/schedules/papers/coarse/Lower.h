/// \file Lowering (emission of the kernels) of schedule coarse, in which a thread updates several
/// cells of a row, a block's width apart.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Emits into `module` the GPU kernels of `plan`, one for each kernel of the program, and the host
/// function that launches them. A thread updates several cells of a row. `readers` provides the
/// functions of `module` that read cells beyond the grid.
void lowerCoarse(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 const kernel::Readers &readers);

} // namespace stencilc::schedules
