/// \file Schedule loops: threads share blocks of rows, and the innermost loop is vectorised (CPU).
///
/// The schedule is the CPU side of the comparison in Cecilia et al. (paper 002), with the tiling of
/// Rivera and Tseng (SC 2000) along the middle axis only. So rows stay long, for vector units and
/// the prefetcher, and the planes of a block stay in the last-level cache. Blocks that fit in the
/// second-level cache are slower, because they have many short rows. At 384 cubed in f64, blocks of
/// 28 rows ran at three quarters of the speed of whole planes.
///
///        y ^   one block of rows         a core walks a block along z:
///          |  +-------------------+      planes z-1, z and z+1 of the block are in its cache,
///          |  |===================|      each cell comes from memory once, plus the rows
///          |  |===================|      between two blocks again
///          |  +-------------------+
///          +----------------------> x
///
/// The schedule is good for every program on a CPU. With fewer than three axes there are no blocks,
/// because the few rows that the update of a row reads fit in any cache.
///
/// The schedule is always legal. Blocks own disjoint cells of the buffer of time level t+1. A
/// thread reads this buffer only at the cell that it computes.
///
/// With option `steps`, several time steps run together in the order of stencilc/Skew.h. This is
/// time skewing along the last axis (Wonnacott, 2000; Song and Li, PLDI 1999). A thread first
/// computes a trapezoid: a range of planes that shrinks with each time step. Then it computes a
/// wedge, the planes between two trapezoids. Both are divided into tiles of rows, whose edges move
/// along the middle axis with each time step. The planes in use fit in a core's cache. So a cell is
/// loaded from memory once for each group of time steps. Each time level is written to the same
/// buffer, and by the same code, as in single time steps.
#include "plan/interface/Schedule.h"
#include "analysis/KernelFacts.h"
#include "plan/cost/Column.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/LaunchGrid.h"
#include "schedules/loops/Lower.h"
#include "schedules/loops/SkewedPlan.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <map>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Bytes that a kernel reads when it updates a block of rows. Each member is a sum over the fields
/// and time levels that the kernel reads.
struct Reads {
  double planeBytes = 0; // per cell of a row: bytes of the cells in all planes in use
  double rowsBeyond = 0; // per cell of a row: bytes of the cells in rows beyond the block
  double levelBytes = 0; // bytes of one cell of each field and time level
};

Reads readsOf(const analysis::Facts &facts, const analysis::Kernel &kernel) {
  std::map<analysis::FieldLevel, std::pair<Reach, int>> fieldLevels;
  for (const Column &column : columnsOf(facts, kernel)) {
    auto &[reach, bytes] = fieldLevels[column.fieldLevel];
    bytes = column.bytes;
    reach.include(Offset{{0, column.row, column.first}});
    reach.include(Offset{{0, column.row, column.last}});
  }
  Reads reads;
  for (const auto &[fieldLevel, read] : fieldLevels) {
    const auto &[reach, bytes] = read;
    reads.planeBytes += bytes * (1.0 + reach.low[2] + reach.high[2]);
    reads.rowsBeyond += bytes * double(reach.low[1] + reach.high[1]);
    reads.levelBytes += bytes;
  }
  return reads;
}

class Loops : public Schedule {
public:
  llvm::StringRef name() const override { return "loops"; }
  llvm::StringRef summary() const override {
    return "threads share blocks of rows, vectorised along the contiguous axis";
  }
  ScheduleTraits traits() const override { return {.makesCuda = false, .makesCpu = true}; }

  std::vector<OptionSpec> options() const override { return loopOptions().specs(); }

  Fit fit(const analysis::Facts &facts, const Target &,
          const ScheduleRequest &request) const override {
    const int rank = facts.program.rank();
    const AskedOptions<LoopOptions> asked = loopOptions().parse(request);
    if (const int rows = asked(&LoopOptions::rows).value_or(0); rank < 3 && rows)
      return Fit::no(llvm::formatv("rows={0} cuts the middle of three axes, and the program has "
                                   "{1}; leave it out",
                                   rows, rank == 1 ? "one axis" : "two axes")
                         .str());
    return asked(&LoopOptions::steps).value_or(1) > 1 ? fitSkewed(facts) : Fit::yes();
  }

  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    lowerLoops(module, facts, plan, readers);
  }
  void lowerFused(kernel::Module &module, const analysis::Facts &facts, const Plan &,
                  const KernelPlan &kernel) const override {
    lowerSkewed(module, facts, kernel.shapeAs<SkewedShape>());
  }
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    if (!fit(facts, target, request).legal)
      return {};
    const AskedOptions<LoopOptions> asked = loopOptions().parse(request);
    const std::optional<int> steps = asked(&LoopOptions::steps), rows = asked(&LoopOptions::rows);
    const Plan single = singleSteps(facts, target, steps.value_or(1) > 1 ? std::nullopt : rows);
    if (steps)
      return {*steps > 1 ? severalSteps(facts, single, *steps, rows) : single};
    std::vector<Plan> plans = {single};
    if (!rows)
      for (Plan &plan : plansOfSeveralSteps(facts, single))
        plans.push_back(std::move(plan));
    return plans;
  }

private:
  static Plan singleSteps(const analysis::Facts &facts, const Target &target,
                          std::optional<int> asked) {
    const int rows = asked ? *asked : standardRows(facts, target);
    Plan plan;
    plan.schedule = "loops";
    plan.target = target;
    plan.options = loopOptions().print({.rows = rows}, {&LoopOptions::rows});
    for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
      const Reads reads = readsOf(facts, facts.dependence.kernels[index]);
      // Aligns vector accesses to cache lines, so that none crosses a line.
      plan.alignedCell =
          std::max(plan.alignedCell, analysis::KernelFacts(facts, index).margin.low[0]);
      KernelPlan kernel;
      std::fill(std::begin(kernel.block), std::end(kernel.block), 0);
      kernel.block[1] = rows;
      const double again = rows ? reads.rowsBeyond / rows : 0;
      kernel.redundancy = reads.levelBytes > 0 ? 1 + again / reads.levelBytes : 1;
      // A store first loads its cache line, so that written bytes count twice.
      const double bytes = reads.levelBytes + again + 2.0 * facts.cost.kernels[index].bytesWritten;
      Traffic traffic;
      traffic.memoryBytes = bytes;
      countArithmetic(traffic, facts, arithmeticInstructions(facts, index));
      kernel.estimate = estimate(traffic, {}, target);
      plan.cost += kernel.estimate.seconds;
      plan.kernels.push_back(kernel);
    }
    plan.notes.push_back(
        rows ? llvm::formatv("blocks of {0} rows: the planes they need fit in {1} KiB of cache",
                             rows, target.cacheBytes / 1024)
                   .str()
             : "whole planes: the rows needed at once fit in the cache as they are");
    return plan;
  }

  /// Returns the default number of rows of a cache block with three axes. It is the largest
  /// multiple of four with which the planes that an update reads fit in half of the cache, but at
  /// least 4. Returns 0 (all rows) if all rows fit, or if the program has fewer axes.
  static int standardRows(const analysis::Facts &facts, const Target &target) {
    if (facts.program.rank() < 3)
      return 0;
    const Extents extents = plannedExtents(facts.program);
    double rows = double(extents[1]);
    for (const analysis::Kernel &kernel : facts.dependence.kernels) {
      const Reads reads = readsOf(facts, kernel);
      const double rowBytes = std::max(1.0, reads.planeBytes) * double(extents[0]);
      rows = std::min(rows, target.cacheBytes / 2.0 / rowBytes);
    }
    if (rows >= double(extents[1]))
      return 0;
    return std::max(4, static_cast<int>(rows) / 4 * 4);
  }
};

} // namespace

const Schedule &scheduleLoops() {
  static const Loops loops;
  return loops;
}

} // namespace stencilc::schedules
