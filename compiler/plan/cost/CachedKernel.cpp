/// \file Predicted time of a kernel of one time step whose threads share loaded cells only through
/// the caches.
#include "plan/cost/CachedKernel.h"
#include "plan/cost/LaunchCost.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

namespace {

/// Number of machine instructions for one operation: kSimple for an addition, multiplication, fused
/// multiply-add or comparison, kConversion for a conversion of types. SequenceLengths has the
/// numbers for a division or root (`quotient`) and for a special function such as exp.
constexpr double kSimple = 1.25, kConversion = 2.3;
struct SequenceLengths {
  double quotient, special;
};
constexpr SequenceLengths kSingles = {11.5, 7}, kDoubles = {24, 35};

/// Returns the seconds of a launch on a grid of `extents` if no other warp hid the latencies of a
/// thread. In each plane, a thread waits once for loads from memory, then for each of its
/// instructions and quotients. If not all blocks are resident at once, they run in several waves,
/// one after the other.
double secondsAlone(const KernelPlan &kernel, const Traffic &traffic, const Target &target,
                    const Extents &extents) {
  const machine::Shares &shares = target.shares;
  double blocks = 1;
  for (std::int64_t count : launchGrid(kernel, extents))
    blocks *= double(count);
  // A block that fits on no multiprocessor is ranked as if one block fitted.
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
