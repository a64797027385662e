/// \file Predicted time of a kernel of one time step whose threads share loaded cells only through
/// the caches.
#include "plan/cost/CachedKernel.h"
#include "plan/cost/LaunchCost.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

namespace {

/// Average numbers of machine instructions for one operation. kSimple is for an addition,
/// multiplication, fused multiply-add or comparison. kConversion is for a conversion between types.
/// SequenceLengths has the numbers for a division or root (`quotient`), and for a special function
/// such as exp (`special`), in f32 (kSingles) and f64 (kDoubles).
constexpr double kSimple = 1.25, kConversion = 2.3;
struct SequenceLengths {
  double quotient, special;
};
constexpr SequenceLengths kSingles = {11.5, 7}, kDoubles = {24, 35};

/// Returns the predicted seconds of a launch of `kernel` in which no warp hides the latency of
/// another. In each plane, a thread waits for its loads from memory, and then for each of its
/// instructions and divisions. This time is multiplied by the number of waves (groups of blocks
/// that run at the same time). `traffic` has the counts per cell update, and `extents` is the size
/// of the grid.
double secondsAlone(const KernelPlan &kernel, const Traffic &traffic, const Target &target,
                    const Extents &extents) {
  const machine::Shares &shares = target.shares;
  double blocks = 1;
  for (std::int64_t count : launchGrid(kernel, extents))
    blocks *= double(count);
  // If no block fits on a multiprocessor, the plan is ranked as if one did.
  const double perWave =
      std::max(1, residentBlocks(kernel, target)) * double(target.multiprocessors);
  const double planes =
      kernel.sweepAxis < 0
          ? 1
          : double(std::min<std::int64_t>(kernel.planesPerChunk, extents[kernel.sweepAxis]));
  const double cycles =
      latencyNear(traffic.memoryBytes, extents, target) * shares.alone.load +
      kernel.cellsPerThread * (shares.alone.instruction * traffic.instructions + traffic.serial);
  return std::max(1.0, blocks / perWave) * planes * cycles / target.clock;
}

} // namespace

Estimate estimateCached(const KernelPlan &kernel, const Traffic &traffic, const Target &target,
                        const Extents &extents) {
  machine::KernelShares shares = target.shares.cached;
  if (target.kind == TargetKind::Cpu)
    return estimate(traffic, shares, target);
  shares.sharedRate = target.sharedBytesPerCycle; // L1 and shared memory are the same memory
  Traffic alone = traffic;
  alone.waiting = secondsAlone(kernel, traffic, target, extents) * target.multiprocessors *
                  target.clock / cellsOf(extents);
  Estimate sum = estimate(alone, shares, target);
  addLaunch(sum, extents);
  return sum;
}

double issuedArithmetic(const analysis::Facts &facts, std::size_t index) {
  const analysis::Operations &o = facts.cost.kernels[index].operations;
  const SequenceLengths &sequences =
      facts.program.compute == ir::ScalarType::F64 ? kDoubles : kSingles;
  return kSimple * (o.add + o.multiply + o.fma + o.compare) + kConversion * o.convert +
         sequences.quotient * serialQuotients(facts, index) + sequences.special * o.special;
}

double serialQuotients(const analysis::Facts &facts, std::size_t index) {
  const analysis::Operations &o = facts.cost.kernels[index].operations;
  return o.divide + o.sqrt - o.perRoot;
}

} // namespace stencilc::plan
