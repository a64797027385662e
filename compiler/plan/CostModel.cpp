/// \file The estimate that ranks plans: seconds per 1e9 cell updates.
#include "plan/CostModel.h"
#include "plan/LaunchGrid.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

namespace stencilc::plan {

// Measured or published figures of GPUs of compute capability 8.0 to 9.0.
static constexpr double kCacheShare = 0.25; // cost of a byte from L2 against one from memory
/// Seconds from a load to its data; a copy is 0.88 of the bandwidth it was fitted with.
static constexpr double kLatency = 400e-9 / 0.88;

static constexpr double kOverlapLoss = 0.25; // of the resources that are not the slowest

bool isLarge(const Extents &extents) {
  std::int64_t cells = 1;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (llvm::MulOverflow(cells, extents[axis], cells))
      return true;
  return cells >= kLargeGrid;
}

int residentBlocks(const PassPlan &pass, const Target &target) {
  const double threads = threadsOf(pass);
  if (threads < 1 || threads > target.threadsPerBlock)
    return 0;
  // Registers are handed out to warps in units of 8 per thread.
  const double warps = std::ceil(threads / 32);
  const double registers = std::ceil(std::max(pass.registers, 16) / 8.0) * 8 * 32 * warps;
  double blocks = std::min<double>(target.blocksPerSm, std::floor(target.threadsPerSm / threads));
  blocks = std::min(blocks, std::floor(target.registersPerSm / registers));
  if (pass.sharedBytes > 0)
    blocks = std::min(blocks, std::floor(double(target.sharedBytesPerSm) / pass.sharedBytes));
  return static_cast<int>(blocks);
}

void demandBlocks(PassPlan &pass, const Target &target, std::optional<int> asked) {
  if (!asked) {
    pass.residentBlocks = residentBlocks(pass, target);
    return;
  }
  const double threads = std::ceil(threadsOf(pass) / 32) * 32;
  const int most = static_cast<int>(target.registersPerSm / (threads * *asked)) / 8 * 8;
  pass.registers = std::min(pass.registers, std::max(most, 16));
  pass.residentBlocks = *asked;
}

Estimate estimatePass(const PassPlan &pass, const Traffic &traffic, const Target &target,
                      const Extents &extents) {
  double blocks = 1;
  for (std::int64_t count : launchGrid(pass, extents))
    blocks *= double(count);
  // A block that does not fit is ranked as if alone on its multiprocessor; the verifier rejects it.
  const double perWave = std::max(1, residentBlocks(pass, target)) * double(target.multiprocessors);
  const double needed = target.copyBandwidth * kLatency;
  const double underWay = perWave * threadsOf(pass) * traffic.bytesUnderWay;
  // A wave of fewer blocks takes its share of a whole one, but no less than it takes with as many
  // bytes under way as saturate the memory; half of that after other waves, whose blocks do not
  // end all at once.
  const double waves = blocks / perWave, whole = std::floor(waves), rest = waves - whole;
  const double least = std::min(1.0, needed / underWay) * (whole > 0 ? 0.5 : 1);
  const double stretched = whole + (rest > 0 ? std::max(rest, least) : 0);
  const double busy = std::min(1.0, underWay / needed) * waves / stretched;
  const double filled = std::min(1.0, blocks / target.multiprocessors);

  const double memory =
      (traffic.memoryBytes + kCacheShare * traffic.cacheBytes) / (target.copyBandwidth * busy);
  const double cycles = target.multiprocessors * target.clock * filled;
  const double issue = std::max({traffic.instructions / kLanes, traffic.sharedInstructions / kLanes,
                                 traffic.singles / target.singlesPerCycle}) /
                       cycles;
  const double doubles = traffic.doubles / (target.doublesPerCycle * cycles);
  const double slowest = std::max({memory, issue, doubles});

  Estimate estimate;
  estimate.memoryBytes = traffic.memoryBytes;
  estimate.cacheBytes = traffic.cacheBytes;
  estimate.sharedBytes = traffic.sharedBytes;
  estimate.arithmetic = traffic.doubles + traffic.singles;
  estimate.instructions = traffic.instructions;
  estimate.barriers = traffic.barriers;
  estimate.underWay = busy;
  estimate.memory = 1e9 * memory;
  estimate.pipe = 1e9 * std::max(doubles, traffic.singles / (target.singlesPerCycle * cycles));
  estimate.issue = 1e9 * traffic.instructions / (kLanes * cycles);
  estimate.shared = 1e9 * traffic.sharedInstructions / (kLanes * cycles);
  estimate.seconds = 1e9 * (slowest + kOverlapLoss * (memory + issue + doubles - slowest));
  return estimate;
}

double arithmeticInstructions(const analysis::Facts &facts, std::size_t index) {
  const analysis::Operations &o = facts.cost.passes[index].operations;
  return o.add + o.multiply + o.fma + o.compare + o.convert + 10.0 * (o.divide + o.sqrt) +
         30.0 * o.special;
}

void countArithmetic(Traffic &traffic, const analysis::Facts &facts, double instructions) {
  const bool isDouble = facts.program.compute == ir::ScalarType::F64;
  traffic.doubles = isDouble ? instructions : 0;
  traffic.singles = isDouble ? 0 : instructions;
}

int bytesWritten(const analysis::Facts &facts, std::size_t index) {
  return facts.cost.passes[index].bytesWritten;
}

} // namespace stencilc::plan
