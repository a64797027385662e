/// \file Emits the launches of the kernels of sweeps through shared memory.
#pragma once

#include "schedules/sweep/staged/StagedState.h"

namespace stencilc::schedules {

/// Adds the constants that all kernels of a plan for sweeps through shared memory use, such as the
/// number of cells of a thread.
StagedSizes stagedSizes(kernel::Module &module, const plan::KernelPlan &plan);

/// A kernel of a sweep, and the type of the struct that its blocks have in shared memory.
struct MadeStaged {
  kernel::FunctionId kernel;
  kernel::Type shared;
};
/// Emits the launch of one kernel of a sweep through shared memory, in the time step `step`.
void launchStaged(kernel::Builder &k, const kernel::Term &step, const MadeStaged &made,
                  const plan::KernelPlan &plan, const StagedSizes &sizes);

} // namespace stencilc::schedules
