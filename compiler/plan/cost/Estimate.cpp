/// \file Slowest resource of a kernel, sums over the kernels of a plan, and occupancy.
#include "plan/cost/Estimate.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

/// Fraction of arithmetic instructions in all instructions. If it is larger, a kernel whose slowest
/// resource is instruction issue is reported as limited by arithmetic.
static constexpr double kMostlyArithmetic = 0.8;

const char *toString(Bound bound) {
  switch (bound) {
  case Bound::Memory:
    return "memory";
  case Bound::Latency:
    return "latency";
  case Bound::Arithmetic:
    return "fma";
  case Bound::Issue:
    return "issue";
  case Bound::Shared:
    return "shared";
  }
  return "";
}

Bound Estimate::bound() const {
  const double moved = std::max(memory, cache);
  const double slowest = std::max({moved, waiting, pipe, issue, shared});
  if (waiting == slowest && waiting > moved)
    return Bound::Latency;
  if (moved == slowest)
    return Bound::Memory;
  if (shared == slowest)
    return Bound::Shared;
  return pipe == slowest || arithmetic > kMostlyArithmetic * instructions ? Bound::Arithmetic
                                                                          : Bound::Issue;
}

const KernelPlan &slowestKernel(const Plan &plan) {
  if (plan.fused)
    return plan.fusedKernel;
  return *std::max_element(plan.kernels.begin(), plan.kernels.end(),
                           [](const KernelPlan &a, const KernelPlan &b) {
                             return a.estimate.seconds < b.estimate.seconds;
                           });
}

Estimate estimateOf(const Plan &plan) {
  Estimate sum = slowestKernel(plan).estimate;
  if (plan.fused)
    return sum;
  sum.memoryBytes = sum.cacheBytes = sum.sharedBytes = sum.arithmetic = sum.instructions = 0;
  sum.joules = 0;
  sum.memory = sum.cache = sum.waiting = sum.pipe = sum.issue = sum.shared = sum.launch =
      sum.seconds = 0;
  for (const KernelPlan &kernel : plan.kernels) {
    const Estimate &estimate = kernel.estimate;
    sum.memoryBytes += estimate.memoryBytes;
    sum.cacheBytes += estimate.cacheBytes;
    sum.sharedBytes += estimate.sharedBytes;
    sum.arithmetic += estimate.arithmetic;
    sum.instructions += estimate.instructions;
    sum.memory += estimate.memory;
    sum.cache += estimate.cache;
    sum.waiting += estimate.waiting;
    sum.pipe += estimate.pipe;
    sum.issue += estimate.issue;
    sum.shared += estimate.shared;
    sum.launch += estimate.launch;
    sum.seconds += estimate.seconds;
    sum.joules += estimate.joules;
    sum.barriers = std::max(sum.barriers, estimate.barriers);
  }
  return sum;
}

Occupancy occupancyOf(const KernelPlan &kernel, const Target &target) {
  Occupancy occupancy;
  occupancy.blocks =
      kernel.residentBlocks ? kernel.residentBlocks : std::max(0, residentBlocks(kernel, target));
  occupancy.warps = occupancy.blocks * static_cast<int>(inWholeWarps(threadsOf(kernel), target)) /
                    target.warpWidth;
  occupancy.mostWarps = target.threadsPerSm / target.warpWidth;
  return occupancy;
}

} // namespace stencilc::plan
