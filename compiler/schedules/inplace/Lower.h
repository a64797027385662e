/// \file Lowering of schedule inplace: time steps with one buffer for each field.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds the kernels of a single time step of fields that share memory in pairs (partners). The
/// first kernel overwrites each value that a cell has read with a new value of the partner field. A
/// second kernel moves each new value to the memory of its own cell and field.
void lowerInPlaceStep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                      const kernel::Readers &readers);
/// Adds the kernels of two time steps of fields that share memory in pairs (partners). In the first
/// step, a cell overwrites the values of other cells that it has read, with new values of the
/// partner field. The second step stores each new value in the memory of its own cell and field
/// again.
void lowerInPlacePair(kernel::Module &module, const analysis::Facts &facts,
                      const plan::KernelPlan &plan);

} // namespace stencilc::schedules
