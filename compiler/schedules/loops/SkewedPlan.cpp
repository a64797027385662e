/// \file Plans of time-skewed loops.
///
/// A group of fused time steps loads each cell from memory once, into the cache of a core, and
/// writes it back once. In between, that cache and arithmetic limit the speed. The constants were
/// fitted on two cores of a Xeon (bench/log/reasons/2026-11-26-cpu-temporal.md).
#include "schedules/loops/SkewedPlan.h"
#include "ir/StorageTypes.h"
#include "plan/cost/Column.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/FusedSteps.h"
#include "plan/cost/LaunchGrid.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Temporal degrees (numbers of fused time steps) for which the planner makes plans.
constexpr int kDepths[] = {2, 3, 4, 5, 6, 8, 10, 12, 16};
/// Fraction of the private cache of a core that a tile may fill. The remainder is for other rows
/// and for planes that are being loaded.
constexpr double kShareOfCache = 0.75;
/// Smallest number of rows of a tile. Numbers of rows are multiples of it. Smaller tiles would
/// consist mostly of rows that are read but not updated.
constexpr int kLeastRows = 4;
/// Number of arithmetic vector instructions that a core is assumed to execute per cycle. Loads are
/// not counted.
constexpr double kPerCycle = 2;
/// Smallest predicted speed-up, time of single steps / time of fused steps, with which fused time
/// steps are preferred. The prediction is uncertain, because other programs use the memory, too.
constexpr double kMargin = 1.15;

double bytesOfTile(const analysis::Facts &facts, const SkewedShape &shape) {
  const Extents extents = plannedExtents(facts.program);
  const double rows = facts.program.rank() < 3 ? 1
                      : shape.rows > 0         ? double(shape.rows + shape.spread())
                                               : double(extents[1]);
  return bytesOfRow(facts, shape) * rows;
}

double bytesForTile(const Target &target) { return kShareOfCache * target.l2Bytes; }

/// Returns the number of rows of a tile for `steps` fused time steps. It is the largest multiple of
/// four with which the planes that these steps access at the same time fit in a core's cache, but
/// at least 4. Returns 0 (all rows) if all rows fit, or if the program has fewer than three axes.
int rowsOfTile(const analysis::Facts &facts, const Target &target, int steps) {
  if (facts.program.rank() < 3)
    return 0;
  const SkewedShape shape = skewedShape(facts, steps, 0);
  const double rows = bytesForTile(target) / bytesOfRow(facts, shape) - shape.spread();
  if (rows >= double(plannedExtents(facts.program)[1]))
    return 0;
  return std::max(kLeastRows, static_cast<int>(rows) / kLeastRows * kLeastRows);
}

/// Returns true if all fields of the planned grid fit in the caches of the CPU. Single time steps
/// then read from the caches, and time skewing (fusing of time steps) gains nothing.
bool fitsInCache(const analysis::Facts &facts, const Target &target) {
  const Extents extents = plannedExtents(facts.program);
  const SkewedShape shape = skewedShape(facts, 1, 0);
  const double planes = double(extents[facts.program.lastAxis()]);
  const double rows = facts.program.rank() < 3 ? 1 : double(extents[1]);
  return bytesOfRow(facts, shape) / shape.planes() * rows * planes <= 4.0 * target.cacheBytes;
}

/// Returns the bytes per cell of the grid that a group of fused time steps reads from and writes to
/// memory. It loads each buffer (array) once. Buffers that it writes are also stored once.
double bytesOfGroup(const analysis::Facts &facts) {
  double bytes = 0;
  for (const auto &[field, buffers] : facts.dependence.buffers) {
    const bool isWritten = buffers > 1;
    bytes +=
        double(ir::bytesOf(facts.program.fields[field].storage)) * buffers * (isWritten ? 2 : 1);
  }
  return bytes;
}

/// Returns the predicted seconds of arithmetic for 1e9 cell updates on all threads of `target`.
/// Memory accesses are not included.
double secondsComputed(const analysis::Facts &facts, const Target &target) {
  double instructions = 0;
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index)
    instructions += arithmeticInstructions(facts, index);
  const double lanes = double(target.vectorBytes) / widestCell(facts);
  return 1e9 * instructions / (kPerCycle * lanes * target.clock * target.threads);
}

/// Returns the fraction of the threads that have work, from 0 to 1. Each thread gets a range of
/// planes along the last axis, at least 2 * `shape.spread()` planes. A grid with few planes
/// therefore has work for few threads only.
double shareOfThreads(const analysis::Facts &facts, const Target &target,
                      const SkewedShape &shape) {
  const double planes = double(plannedExtents(facts.program)[facts.program.lastAxis()]);
  const double parts = std::floor(planes / std::max(1, 2 * shape.spread()));
  return std::clamp(parts / target.threads, 1.0 / target.threads, 1.0);
}

Estimate estimateGroup(const analysis::Facts &facts, const Plan &single, const SkewedShape &shape,
                       double work) {
  const Target &target = single.target;
  Traffic traffic;
  for (std::size_t index = 0; index < single.kernels.size(); ++index) {
    countArithmetic(traffic, facts, arithmeticInstructions(facts, index));
    traffic.cacheBytes += single.kernels[index].estimate.memoryBytes;
  }
  traffic.memoryBytes = bytesOfGroup(facts) * work / shape.steps;
  Estimate estimate = plan::estimate(traffic, {}, target);
  const double filled = shareOfThreads(facts, target, shape);
  estimate.cache = 1e9 * traffic.cacheBytes / target.l2Copy / filled;
  estimate.pipe = secondsComputed(facts, target) / filled;
  estimate.inside = estimate.cache + estimate.pipe;
  estimate.seconds = estimate.memory + estimate.inside;
  return estimate;
}

/// Raises the cost of `several`, a plan with fused time steps, just above that of `single`, a plan
/// with single steps. The planner then prefers `single`, but `stencilc tune` measures both. Has no
/// effect if `several` is predicted to be faster by more than the factor kMargin, or if it already
/// costs more than `single`.
void holdBehind(const Plan &single, Plan &several) {
  constexpr double noFaster = 1.001;
  if (several.cost * kMargin < single.cost || several.cost >= noFaster * single.cost)
    return;
  several.cost = noFaster * single.cost;
  several.fusedKernel.estimate.isRankedLast = true;
}

} // namespace

Plan severalSteps(const analysis::Facts &facts, const Plan &single, int steps,
                  std::optional<int> asked) {
  Plan plan = single;
  const int rows = asked ? *asked : rowsOfTile(facts, plan.target, steps);
  const SkewedShape shape = skewedShape(facts, steps, rows);
  plan.options = loopOptions().print({.rows = rows, .steps = steps}, facts.program.rank());
  plan.fused = FusedPlan{.steps = steps, .isSequential = true};
  KernelPlan &kernel = plan.fusedKernel;
  std::fill(std::begin(kernel.block), std::end(kernel.block), 0);
  kernel.block[1] = rows;
  kernel.redundancy = shape.work(plannedExtents(facts.program));
  kernel.shape = std::make_shared<SkewedShape>(shape);
  kernel.estimate = estimateGroup(facts, single, shape, kernel.redundancy);
  plan.cost = costOfSteps(facts, steps, kernel.estimate.seconds, single.cost);
  plan.notes = {llvm::formatv("{0} fused steps: the last {1} planes stay in the cache, {2}", steps,
                              shape.planes(),
                              rows ? llvm::formatv("tiles of {0} rows of them", rows).str()
                                   : std::string("all rows of them"))
                    .str()};
  holdBehind(single, plan);
  return plan;
}

const OptionTable<LoopOptions> &loopOptions() {
  static const OptionTable<LoopOptions> table({
      {"rows",
       &LoopOptions::rows,
       "rows of a cache block along the middle of three axes; with steps=, rows of a tile",
       {"all"},
       OptionForm::IntegerOrListed},
      {"steps", &LoopOptions::steps,
       "time steps that are fused, in the caches; without it, single steps"},
  });
  return table;
}

std::vector<Plan> plansOfSeveralSteps(const analysis::Facts &facts, const Plan &single) {
  std::vector<Plan> plans;
  const bool isSizeKnown = facts.program.sizeHint.has_value();
  if (!isSizeKnown || !fitSkewed(facts).legal || fitsInCache(facts, single.target))
    return plans;
  for (const int depth : kDepths) {
    Plan plan = severalSteps(facts, single, depth, std::nullopt);
    if (bytesOfTile(facts, plan.fusedKernel.shapeAs<SkewedShape>()) <= bytesForTile(single.target))
      plans.push_back(std::move(plan));
  }
  return plans;
}

} // namespace stencilc::schedules
