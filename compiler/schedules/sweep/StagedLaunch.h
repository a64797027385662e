/// \file Launches of sweeps through shared memory, and the constants that their kernels and
/// launches share.
#pragma once

#include "schedules/sweep/StagedState.h"

namespace stencilc::schedules {

/// Adds the constants of the module, on which all kernels of a plan agree.
StagedSizes stagedSizes(kernel::Module &module, const plan::KernelPlan &plan);

/// A kernel, and the type of its block's shared memory.
struct MadeStaged {
  kernel::FunctionId kernel;
  kernel::Type shared;
};
/// Writes the launch of one kernel of `step`.
void launchStaged(kernel::Builder &k, const kernel::Term &step, const MadeStaged &made,
                  const plan::KernelPlan &plan, const StagedSizes &sizes);

} // namespace stencilc::schedules
