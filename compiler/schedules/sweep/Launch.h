/// \file Launches of sweeps, and the constants that kernels and launches share.
#pragma once

#include "kernel/Build.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Constants of the module that a kernel uses: cells of a row per thread, planes of a block.
struct SweepSizes {
  kernel::Term cells, planes;
};
/// One pair for each kernel; kernels that agree on the values share it.
std::vector<SweepSizes> sweepSizes(kernel::Module &module, const analysis::Facts &facts,
                                   const plan::Plan &plan);

/// A kernel, and whether it has versions: for rows that end with a whole group of cells, and
/// others.
struct MadeSweep {
  kernel::FunctionId kernel;
  bool hasVersions;
};
/// Writes the launch of one kernel of `step`.
void launchSweep(kernel::Builder &k, const kernel::Term &step, const MadeSweep &made,
                 const plan::KernelPlan &plan, const SweepSizes &sizes);

} // namespace stencilc::schedules
