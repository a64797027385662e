/// \file Lowering of schedule tensorcore: the kernel and its launch.
#pragma once

#include "schedules/tensorcore/DenseUpdate.h"

namespace stencilc::schedules {

/// Adds to `module` the kernel that computes `shape.steps` time steps on tensor cores, and the host
/// function that launches it.
void lowerTensorSteps(kernel::Module &module, const analysis::Facts &facts,
                      const TensorShape &shape);

} // namespace stencilc::schedules
