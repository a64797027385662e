/// \file Lowering of schedule inplace: time steps with one buffer for each field.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Adds the kernels of a single in-place time step. An update stores new values in cells of the
/// partner fields, and an exchange moves them to their own cells.
void lowerInPlaceStep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                      const kernel::Readers &readers);
/// Adds the kernel of two in-place time steps. The first stores new values in cells of the partner
/// fields, the second in their own cells again.
void lowerInPlacePair(kernel::Module &module, const analysis::Facts &facts,
                      const plan::KernelPlan &plan);

} // namespace stencilc::schedules
