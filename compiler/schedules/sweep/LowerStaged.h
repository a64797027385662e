/// \file Sweeps that stage planes in shared memory, as kernels.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// A kernel for each kernel, all of which are staged, and the function that launches them. The
/// fields' readers are there already.
void lowerStaged(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
