/// \file Emits the launches of sweep kernels that keep columns of cells in registers.
#pragma once

#include "kernel/build/Build.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Constants in the emitted code of a sweep kernel. `cells` is the number of adjacent cells of a
/// row that a thread updates. `planes` is the number of planes that a block sweeps.
struct SweepSizes {
  kernel::Term cells, planes;
};
/// Adds the constants of each kernel of `plan` to `module`, and returns them in the order of the
/// kernels. If the values of all kernels are equal, there is one set of constants for all.
std::vector<SweepSizes> sweepSizes(kernel::Module &module, const analysis::Facts &facts,
                                   const plan::Plan &plan);

/// A sweep kernel in the kernel tree. If `hasVersions`, it has two versions: one for grids whose
/// rows are a multiple of a thread's cells long, and one for all other grids.
struct MadeSweep {
  kernel::FunctionId kernel;
  bool hasVersions;
};
/// Emits the host code that launches the sweep kernel `made`. `step` is the variable of the emitted
/// code that describes the time step, and `sizes` are the constants of this kernel.
void launchSweep(kernel::Builder &k, const kernel::Term &step, const MadeSweep &made,
                 const plan::KernelPlan &plan, const SweepSizes &sizes);

} // namespace stencilc::schedules
