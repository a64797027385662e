/// \file Schedule twosteps as functions: the kernel of two time steps, and what launches it.
#pragma once

#include "kernel/Kernel.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

void lowerTwoSteps(kernel::Module &module, const analysis::Facts &facts,
                   const plan::KernelPlan &plan);

} // namespace stencilc::schedules
