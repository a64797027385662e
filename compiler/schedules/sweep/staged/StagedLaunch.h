/// \file Emits the launches of sweep kernels that load planes into shared memory.
#pragma once

#include "schedules/sweep/staged/StagedState.h"

namespace stencilc::schedules {

/// Adds to `module` the constants that all kernels of a sweep through shared memory use, and
/// returns them: cells per thread, rows per thread and prefetch distance (number of planes loaded
/// ahead of their use). `plan` has their values.
StagedSizes stagedSizes(kernel::Module &module, const plan::KernelPlan &plan);

/// Sweep kernel in the kernel IR, and the type of the struct that each of its blocks has in shared
/// memory.
struct MadeStaged {
  kernel::FunctionId kernel;
  kernel::Type shared;
};
/// Emits the host code that launches `made`, a sweep kernel with planes in shared memory, with the
/// block size of `plan`. `step` is the variable of the emitted code that describes the time step.
/// `sizes` are the constants that stagedSizes() has added.
void launchStaged(kernel::Builder &k, const kernel::Term &step, const MadeStaged &made,
                  const plan::KernelPlan &plan, const StagedSizes &sizes);

} // namespace stencilc::schedules
