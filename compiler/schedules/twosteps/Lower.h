/// \file Lowering of schedule twosteps: the kernel of two time steps and its launch.
#pragma once

#include "kernel/Kernel.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds to `module` the kernel that computes two time steps, with the tile and threads of `plan`,
/// and the host function that launches it.
void lowerTwoSteps(kernel::Module &module, const analysis::Facts &facts,
                   const plan::KernelPlan &plan);

} // namespace stencilc::schedules
