/// \file Lowering of sweeps that stage planes in shared memory.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Adds a device kernel for each kernel of the program, all of them staged, and the function that
/// launches them. The readers of the fields must have been added before.
void lowerStaged(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
