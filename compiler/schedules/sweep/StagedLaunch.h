/// \file Launches of sweeps through shared memory, and the constants that kernels and launches
/// share.
#pragma once

#include "schedules/sweep/StagedState.h"

namespace stencilc::schedules {

/// The constants of the module; the kernels of a plan agree on them.
StagedSizes stagedSizes(kernel::Module &module, const plan::KernelPlan &plan);

/// A kernel, and what the threads of its blocks share.
struct MadeStaged {
  kernel::FunctionId kernel;
  kernel::Type shared;
};
/// Writes the launch of one kernel of `step`.
void launchStaged(kernel::Builder &k, const kernel::Term &step, const MadeStaged &made,
                  const plan::KernelPlan &plan, const StagedSizes &sizes);

} // namespace stencilc::schedules
