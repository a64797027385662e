/// \file Schedule sweep as kernels: a block of threads stands on a plane and marches along the last
/// axis, its column of cells in registers.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// A kernel for each kernel and the function that launches them. `readers` are there already.
void lowerSweep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                kernel::Readers &readers);

} // namespace stencilc::schedules
