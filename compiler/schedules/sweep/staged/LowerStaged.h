/// \file Lowering of sweep kernels that load planes into shared memory.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds to `module` a GPU kernel for each kernel of `plan`, which loads planes into shared memory,
/// and the host function that launches these kernels in each time step. `readers` provides device
/// functions that read a field beyond the grid, which `module` already contains.
void lowerStaged(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
