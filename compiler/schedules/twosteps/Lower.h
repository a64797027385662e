/// \file Schedule twosteps as functions: the kernel of two time steps, and what launches it.
#pragma once

#include "plan/Plan.h"
#include "kernel/Kernel.h"

namespace stencilc::schedules {

void lowerTwoSteps(kernel::Module &module, const analysis::Facts &facts,
                   const plan::KernelPlan &plan);

} // namespace stencilc::schedules
