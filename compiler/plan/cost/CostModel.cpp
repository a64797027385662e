/// \file The cost model, which ranks plans by predicted seconds per 1e9 cell updates.
#include "plan/cost/CostModel.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/cost/Power.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace stencilc::plan {

bool isLarge(const Extents &extents) {
  std::int64_t cells = 1;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (llvm::MulOverflow(cells, extents[axis], cells))
      return true;
  return cells >= kLargeGrid;
}

double inWholeWarps(double threads, const Target &target) {
  return std::ceil(threads / target.warpWidth) * target.warpWidth;
}

int residentBlocks(const KernelPlan &kernel, const Target &target) {
  const double threads = threadsOf(kernel);
  if (threads < 1 || threads > target.threadsPerBlock)
    return 0;
  // The GPU allocates registers to whole warps, in units of 8 per thread.
  const double inWarps = inWholeWarps(threads, target);
  const double registers = std::ceil(std::max(kernel.registers, 16) / 8.0) * 8 * inWarps;
  double blocks = std::min<double>(target.blocksPerSm, std::floor(target.threadsPerSm / threads));
  blocks = std::min(blocks, std::floor(target.registersPerSm / registers));
  if (kernel.sharedBytes > 0)
    blocks = std::min(blocks, std::floor(double(target.sharedBytesPerSm) / kernel.sharedBytes));
  return static_cast<int>(blocks);
}

void demandBlocks(KernelPlan &kernel, const Target &target, std::optional<int> asked) {
  if (!asked) {
    kernel.residentBlocks = residentBlocks(kernel, target);
    return;
  }
  const double threads = inWholeWarps(threadsOf(kernel), target);
  const int most = static_cast<int>(target.registersPerSm / (threads * *asked)) / 8 * 8;
  kernel.registers = std::min(kernel.registers, std::max(most, 16));
  kernel.residentBlocks = *asked;
}

namespace {

/// Seconds of one cell update on each resource of the GPU, as if a kernel used only this resource.
struct Times {
  double memory = 0, pipe = 0, issue = 0, shared = 0, cache = 0, waiting = 0;
};

Times timesOf(const Traffic &traffic, const machine::KernelShares &shares, const Target &target,
              double blocks) {
  Times times;
  times.memory = (traffic.memoryBytes + traffic.lostBytes + shares.l2Cost * traffic.cacheBytes) /
                 (target.copyBandwidth * shares.copy);
  const double cycles = target.multiprocessors * target.clock;
  const double doubles = traffic.doubles + traffic.products / kProductsForDouble;
  times.pipe =
      std::max(doubles / target.doublesPerCycle, traffic.singles / target.singlesPerCycle) / cycles;
  times.issue = traffic.instructions / (kLanes * shares.issue) / cycles;
  if (shares.sharedRate > 0)
    times.shared = (traffic.sharedBytes + traffic.loadBytes) / shares.sharedRate / cycles;
  if (shares.l2Rate > 0)
    times.cache = (traffic.memoryBytes + traffic.cacheBytes) / shares.l2Rate / cycles;
  times.waiting = (shares.own * (times.issue + times.shared) + traffic.waiting / cycles) / blocks;
  return times;
}

/// Returns the time of a kernel whose resources have the separate `times` and overlap imperfectly.
/// It is m + `loss` * (sum of `times` - m). If `sharpness` is 0, m is the maximum of `times`.
/// Otherwise m is their p-norm with p = `sharpness`.
double overlapped(std::initializer_list<double> times, double loss, double sharpness) {
  double slowest = std::max(times), sum = 0, powers = 0;
  for (double time : times) {
    sum += time;
    if (sharpness > 0 && slowest > 0)
      powers += std::pow(time / slowest, sharpness);
  }
  if (powers > 0)
    slowest *= std::pow(powers, 1 / sharpness);
  return slowest + loss * (sum - slowest);
}

/// Returns the seconds of one cell update within the multiprocessors. These are the overlapped
/// times of arithmetic, instruction issue, shared memory, L2 and waiting for results. Transfers
/// from and to device memory are not included. `times` has the separate times of these resources,
/// `traffic` the counts per cell update, and `shares` the fitted numbers for this kind of kernel.
/// `cycles` is the sum of the clock rates of all multiprocessors, in cycles per second.
double insideOf(const Times &times, const Traffic &traffic, const machine::KernelShares &shares,
                double cycles) {
  double time = overlapped({times.pipe, times.issue, times.shared, times.cache}, shares.lossInside,
                           shares.sharpness);
  if (times.waiting > 0)
    time = overlapped({time * (1 + shares.waitingLoss), times.waiting}, 0, shares.sharpness);
  return (time * traffic.slower + traffic.stalls / cycles) * traffic.work;
}

/// Returns an Estimate with the counts per cell update in `traffic`. Its predicted times are 0.
Estimate countsOf(const Traffic &traffic) {
  Estimate estimate;
  estimate.memoryBytes = traffic.memoryBytes;
  estimate.cacheBytes = traffic.cacheBytes;
  estimate.sharedBytes = traffic.sharedBytes;
  estimate.arithmetic = traffic.doubles + traffic.singles + traffic.products;
  estimate.instructions = traffic.instructions;
  estimate.barriers = traffic.barriers;
  estimate.work = traffic.work;
  return estimate;
}

} // namespace

Estimate estimate(const Traffic &traffic, const machine::KernelShares &shares, const Target &target,
                  double blocks) {
  Estimate estimate = countsOf(traffic);
  if (target.kind == TargetKind::Cpu) {
    estimate.memory = kUpdates * traffic.memoryBytes / target.copyBandwidth;
    estimate.seconds = estimate.memory;
    return estimate;
  }
  estimate.joules = kUpdates * joulesOf(traffic, target);
  const Times times = timesOf(traffic, shares, target, blocks);
  const double inside = insideOf(times, traffic, shares, target.multiprocessors * target.clock);
  const double seconds = overlapped({times.memory, inside}, shares.loss, shares.sharpness);
  estimate.memory = kUpdates * times.memory;
  estimate.cache = kUpdates * times.cache;
  estimate.waiting = kUpdates * times.waiting * traffic.work;
  estimate.pipe = kUpdates * times.pipe * traffic.work;
  estimate.issue = kUpdates * times.issue * traffic.work;
  estimate.shared = kUpdates * times.shared * traffic.work;
  estimate.inside = kUpdates * inside;
  estimate.seconds = kUpdates * seconds * shares.seen;
  return estimate;
}

double arithmeticInstructions(const analysis::Facts &facts, std::size_t index) {
  const analysis::Operations &o = facts.cost.kernels[index].operations;
  return o.add + o.multiply + o.fma + o.compare + o.convert +
         10.0 * (o.divide + o.sqrt - o.perRoot) + 30.0 * o.special;
}

void countArithmetic(Traffic &traffic, const analysis::Facts &facts, double instructions) {
  const bool isDouble = facts.program.compute == ir::ScalarType::F64;
  traffic.doubles = isDouble ? instructions : 0;
  traffic.singles = isDouble ? 0 : instructions;
}

int bytesWritten(const analysis::Facts &facts, std::size_t index) {
  return facts.cost.kernels[index].bytesWritten;
}

double redundancyOf(const analysis::Facts &facts, std::size_t index, const Traffic &traffic) {
  return 1 + traffic.cacheBytes / std::max(1, facts.cost.kernels[index].bytesRead);
}

} // namespace stencilc::plan
