/// \file Emits the launches of sweep kernels that keep columns of cells in registers.
#pragma once

#include "kernel/build/Build.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Constants in the emitted code of a sweep kernel: the number of adjacent cells that a thread
/// updates, and the number of planes that a block sweeps.
struct SweepSizes {
  kernel::Term cells, planes;
};
/// Adds the constants of each sweep kernel to the emitted code, and returns them by kernel. Kernels
/// with equal values share their constants.
std::vector<SweepSizes> sweepSizes(kernel::Module &module, const analysis::Facts &facts,
                                   const plan::Plan &plan);

/// A sweep kernel, and whether it has two versions: one for rows whose length is a multiple of a
/// thread's cells, one for all others.
struct MadeSweep {
  kernel::FunctionId kernel;
  bool hasVersions;
};
/// Emits the launch of one sweep kernel in the time step `step`.
void launchSweep(kernel::Builder &k, const kernel::Term &step, const MadeSweep &made,
                 const plan::KernelPlan &plan, const SweepSizes &sizes);

} // namespace stencilc::schedules
