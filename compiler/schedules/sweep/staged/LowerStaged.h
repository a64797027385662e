/// \file Lowering of sweeps that stage planes in shared memory.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds a GPU kernel that loads planes into shared memory for each kernel of the program, and the
/// host function that launches them. Precondition: `readers`, functions that read cells beyond the
/// grid, have been added.
void lowerStaged(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
