/// \file Emits the launches of the kernels of sweeps through shared memory.
#pragma once

#include "schedules/sweep/staged/StagedState.h"

namespace stencilc::schedules {

/// Adds the constants to `module` that all kernels of a sweep through shared memory use: cells per
/// thread, rows per thread and prefetch distance. Their values are those of `plan`.
StagedSizes stagedSizes(kernel::Module &module, const plan::KernelPlan &plan);

/// A sweep kernel in the kernel tree, and the type of the struct that each block has in shared
/// memory.
struct MadeStaged {
  kernel::FunctionId kernel;
  kernel::Type shared;
};
/// Emits the host code that launches `made`, a sweep kernel with planes in shared memory. `step` is
/// the variable of the emitted code that describes the time step, and `sizes` are the constants
/// that the kernels share.
void launchStaged(kernel::Builder &k, const kernel::Term &step, const MadeStaged &made,
                  const plan::KernelPlan &plan, const StagedSizes &sizes);

} // namespace stencilc::schedules
