/// \file Lowering of schedule inplace: time steps with one buffer for each field.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds the kernels of a single in-place time step. An update stores each new value in a cell of
/// the partner field, with which the field shares memory. A second kernel exchanges the values, so
/// that each is in its own cell again.
void lowerInPlaceStep(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                      const kernel::Readers &readers);
/// Adds the kernel of two in-place time steps. The first step stores each new value in a cell of
/// the partner field (with which the field shares memory), the second step in its own cell again.
void lowerInPlacePair(kernel::Module &module, const analysis::Facts &facts,
                      const plan::KernelPlan &plan);

} // namespace stencilc::schedules
