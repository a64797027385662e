/// \file Lowering of the schedule `sweep` if threads keep columns of cells in registers.
///
/// A block covers a part of a plane and advances along the last axis, plane by plane.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds to `module` a GPU kernel for each kernel of `plan`, and the host function that launches
/// them in each time step. `readers` provides device functions that read a field beyond the grid,
/// which `module` already contains.
void lowerSweep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                kernel::Readers &readers);

} // namespace stencilc::schedules
