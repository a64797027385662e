/// \file Lowering of sweeps that stage planes in shared memory.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds to `module` a GPU kernel for each kernel of `plan`, which loads planes into shared memory,
/// and the host function that launches them in each time step. `readers` provides the device
/// functions that read cells beyond the grid, which must have been added to `module`.
void lowerStaged(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
