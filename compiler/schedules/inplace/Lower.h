/// \file Lowering of schedule inplace: time steps with one buffer for each field.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds to `module` the kernels of a single time step, for fields that share memory in pairs
/// (partners), and the host function that launches them. The first kernel overwrites each value
/// that it has read with a new value of the partner field. The second one moves each new value to
/// its own field and cell.
void lowerInPlaceStep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                      const kernel::Readers &readers);
/// Adds to `module` the kernels of two time steps, for fields that share memory in pairs
/// (partners), and the host function that launches them. The first kernel overwrites each value
/// that it has read with a new value of the partner field. The second one stores each new value in
/// its own field and cell.
void lowerInPlacePair(kernel::Module &module, const analysis::Facts &facts,
                      const plan::KernelPlan &plan);

} // namespace stencilc::schedules
