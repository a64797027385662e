/// \file Lowering of schedule tensorcore: the kernel and its launch.
#pragma once

#include "schedules/tensorcore/DenseUpdate.h"

namespace stencilc::schedules {

void lowerTensorSteps(kernel::Module &module, const analysis::Facts &facts,
                      const TensorShape &shape);

} // namespace stencilc::schedules
