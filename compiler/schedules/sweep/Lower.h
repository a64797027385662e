/// \file Lowering of the schedule `sweep` if threads keep columns of cells in registers.
///
/// A block covers a part of a plane and advances along the last axis, plane by plane.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds to `module` a GPU kernel for each kernel of `plan`, and the host function that launches
/// them in each time step. `readers` provides the device functions that read cells beyond the grid,
/// which must have been added to `module`.
void lowerSweep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                kernel::Readers &readers);

} // namespace stencilc::schedules
