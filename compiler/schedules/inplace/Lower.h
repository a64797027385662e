/// \file Lowering of schedule inplace: time steps with one buffer for each field.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Adds the kernels of a single step: an update that writes to the partners' cells, and an exchange
/// of the values with the partners.
void lowerInPlaceStep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                      const kernel::Readers &readers);
/// Adds the kernel of two steps: the first writes to the partners' cells, the second back.
void lowerInPlacePair(kernel::Module &module, const analysis::Facts &facts,
                      const plan::KernelPlan &plan);

} // namespace stencilc::schedules
