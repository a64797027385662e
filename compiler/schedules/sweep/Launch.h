/// \file Launches of sweeps, and the constants that their kernels and launches share.
#pragma once

#include "kernel/Build.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Constants of the module that a kernel uses: cells of a row for each thread, and planes of a
/// block.
struct SweepSizes {
  kernel::Term cells, planes;
};
/// Adds the constants for each kernel. Kernels with equal values share them.
std::vector<SweepSizes> sweepSizes(kernel::Module &module, const analysis::Facts &facts,
                                   const plan::Plan &plan);

/// A kernel, and whether it has two versions: for rows whose length is a multiple of a thread's
/// cells, and for others.
struct MadeSweep {
  kernel::FunctionId kernel;
  bool hasVersions;
};
/// Writes the launch of one kernel of `step`.
void launchSweep(kernel::Builder &k, const kernel::Term &step, const MadeSweep &made,
                 const plan::KernelPlan &plan, const SweepSizes &sizes);

} // namespace stencilc::schedules
