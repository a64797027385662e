/// \file Lowering of schedule inplace: time steps with one buffer for each field.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds to `module` the kernels of a single time step, and the host function that launches them.
/// `plan` has the size of their blocks. Fields share memory in pairs (partners A and B). The first
/// kernel writes each new value of A over the value of B that only this update reads, and vice
/// versa. The second kernel moves each new value to its own field and cell. `readers` provides
/// functions that read cells beyond the grid.
void lowerInPlaceStep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                      const kernel::Readers &readers);
/// Adds to `module` the kernels of two time steps, and the host function that launches them. `plan`
/// has the size of their blocks. Fields share memory in pairs (partners A and B). The first kernel
/// writes each new value of A over the value of B that only this update reads, and vice versa. The
/// second kernel computes the next time step from these values, and writes each new value to its
/// own field and cell.
void lowerInPlacePair(kernel::Module &module, const analysis::Facts &facts,
                      const plan::KernelPlan &plan);

} // namespace stencilc::schedules
