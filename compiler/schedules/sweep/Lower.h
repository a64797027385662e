/// \file Lowering of the schedule `sweep` if threads keep columns of cells in registers.
///
/// A block covers a part of a plane and advances along the last axis, plane by plane.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds a GPU kernel for each kernel of the program, and the host function that launches them.
/// Precondition: `readers`, the functions that read cells beyond the grid, have been added.
void lowerSweep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                kernel::Readers &readers);

} // namespace stencilc::schedules
