/// \file Schedule tensorcore as functions: the kernel, and what launches it.
#pragma once

#include "schedules/tensorcore/DenseUpdate.h"

namespace stencilc::schedules {

void lowerTensorSteps(kernel::Module &module, const analysis::Facts &facts,
                      const TensorShape &shape);

} // namespace stencilc::schedules
