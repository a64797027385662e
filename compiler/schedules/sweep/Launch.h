/// \file Emits the launches of sweep kernels that keep columns of cells in registers.
#pragma once

#include "kernel/build/Build.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Constants that the emitted code of a sweep kernel declares. `cells` is the number of adjacent
/// cells of a row that a thread updates. `planes` is the number of planes that a block sweeps.
struct SweepSizes {
  kernel::Term cells, planes;
};
/// Adds declarations of the constants of each kernel of `plan` to `module`. Returns the constants
/// in the order of the kernels. If all kernels have equal values, they share one set of constants.
std::vector<SweepSizes> sweepSizes(kernel::Module &module, const analysis::Facts &facts,
                                   const plan::Plan &plan);

/// Sweep kernel in the kernel IR. If `hasVersions`, it is a template with two instances. One is for
/// grids whose row length is a multiple of the cells per thread, and one for all other grids.
struct MadeSweep {
  kernel::FunctionId kernel;
  bool hasVersions;
};
/// Emits the host code that launches the sweep kernel `made`, with the block size and chunk length
/// of `plan`. `step` is the variable of the emitted code that describes the time step. `sizes` are
/// the constants that sweepSizes() has declared for this kernel.
void launchSweep(kernel::Builder &k, const kernel::Term &step, const MadeSweep &made,
                 const plan::KernelPlan &plan, const SweepSizes &sizes);

} // namespace stencilc::schedules
