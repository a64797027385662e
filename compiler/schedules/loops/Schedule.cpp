/// \file Schedule loops: threads share blocks of rows; the innermost loop is vectorised (CPU).
///
/// The CPU side of the comparison in Cecilia et al. (002), with the tiling of Rivera and Tseng (SC
/// 2000) cut along the middle axis only, so that rows stay long for the vector units and the
/// prefetcher and the planes one block needs stay in the last-level cache. Smaller blocks, for the
/// second level, lose more to their many short streams than they win: measured at 384 cubed in
/// f64, 28 rows a block ran at three quarters of the speed of whole planes.
///
///        y ^   one block of rows         a core walks a block along z:
///          |  +-------------------+      planes z-1, z and z+1 of the block are in its cache,
///          |  |===================|      each cell comes from memory once, plus the rows
///          |  |===================|      between two blocks again
///          |  +-------------------+
///          +----------------------> x
///
/// Good for every program on a CPU. With fewer than three axes there is nothing to cut: the few
/// rows a row needs fit in any cache.
///
/// Legal always: blocks own disjoint cells of t+1, whose buffer no thread of the kernel reads
/// except at the cell it computes.
///
/// With `steps`, whole groups of steps run in the order of stencilc/Skew.h: time skewing
/// (Wonnacott, 2000; Song and Li, PLDI 1999) along the last axis, with trapezoids and wedges
/// between threads, and leaning tiles of rows along the middle one. What a group needs at once fits
/// in a core's cache, so that a cell comes from memory once a group. Each level of each step is
/// written where single steps write it, by the same code.
#include "analysis/KernelFacts.h"
#include "plan/Schedule.h"
#include "plan/Column.h"
#include "plan/CostModel.h"
#include "plan/FusedSteps.h"
#include "plan/LaunchGrid.h"
#include "plan/Options.h"
#include "schedules/loops/Lower.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <map>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// What a block of rows reads, summed over the field levels of a kernel.
struct Reads {
  double planeBytes = 0; // planes alive at once, times bytes of a cell
  double rowsBeyond = 0; // rows read beyond the block, times bytes of a cell
  double levelBytes = 0; // one cell of each field level
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
  TargetKind target() const override { return TargetKind::Cpu; }

  std::vector<OptionSpec> options() const override {
    return {{"rows",
             "rows of a cache block along the middle of three axes; with steps, of a tile",
             {"all"},
             OptionForm::IntegerOrListed},
            {"steps", "time steps at once, in the caches; single steps where it is left out", {}}};
  }

  Fit fit(const analysis::Facts &facts, const Target &,
          const ScheduleRequest &request) const override {
    const int rank = facts.program.rank();
    if (rank < 3 && intOption(request, "rows"))
      return Fit::no(llvm::formatv("rows={0} cuts the middle of three axes, and the program has "
                                   "{1}; leave it out",
                                   *intOption(request, "rows"), rank == 1 ? "one axis" : "two axes")
                         .str());
    return intOption(request, "steps").value_or(1) > 1 ? fitSkewed(facts) : Fit::yes();
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
    const std::optional<int> steps = intOption(request, "steps");
    std::optional<int> rows = intOption(request, "rows");
    if (textOption(request, "rows") == "all")
      rows = 0;
    const Plan single = singleSteps(facts, target, steps.value_or(1) > 1 ? std::nullopt : rows);
    if (steps)
      return {*steps > 1 ? severalSteps(facts, single, *steps, rows) : single};
    std::vector<Plan> plans = {single};
    if (!rows && fitSkewed(facts).legal && !fitsInCache(facts, target))
      for (const int depth : kDepths)
        if (const Plan several = severalSteps(facts, single, depth, rows);
            bytesOfTile(facts, several) <= cacheOfTile(target))
          plans.push_back(several);
    return plans;
  }

private:
  /// Steps at once that the planner looks at.
  static constexpr int kDepths[] = {2, 3, 4, 6, 8};

  static Plan singleSteps(const analysis::Facts &facts, const Target &target,
                          std::optional<int> asked) {
    const int rows = asked ? *asked : standardRows(facts, target);
    Plan plan;
    plan.schedule = "loops";
    plan.target = target;
    plan.options["rows"] = rows ? std::to_string(rows) : "all";
    for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
      const Reads reads = readsOf(facts, facts.dependence.kernels[index]);
      // Vectors that begin with a line of the caches, stores among them, never lie in two.
      plan.alignedCell =
          std::max(plan.alignedCell, analysis::KernelFacts(facts, index).margin.low[0]);
      KernelPlan kernel;
      std::fill(std::begin(kernel.block), std::end(kernel.block), 0);
      kernel.block[1] = rows;
      const double again = rows ? reads.rowsBeyond / rows : 0;
      kernel.redundancy = reads.levelBytes > 0 ? 1 + again / reads.levelBytes : 1;
      // A store first fetches its cache line, so what is written counts twice.
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

  /// `single` with groups of steps before the steps left over.
  static Plan severalSteps(const analysis::Facts &facts, const Plan &single, int steps,
                           std::optional<int> asked) {
    Plan plan = single;
    const int rows = asked ? *asked : rowsOfTile(facts, plan.target, steps);
    const SkewedShape shape = skewedShape(facts, steps, rows);
    plan.options["rows"] = rows ? std::to_string(rows) : "all";
    plan.options["steps"] = std::to_string(steps);
    plan.fused = FusedPlan{.steps = steps, .inTurn = true};
    KernelPlan &kernel = plan.fusedKernel;
    std::fill(std::begin(kernel.block), std::end(kernel.block), 0);
    kernel.block[1] = rows;
    kernel.redundancy = shape.work(plannedExtents(facts.program));
    kernel.shape = std::make_shared<SkewedShape>(shape);
    Traffic traffic;
    for (std::size_t index = 0; index < plan.kernels.size(); ++index) {
      countArithmetic(traffic, facts, arithmeticInstructions(facts, index));
      traffic.cacheBytes += plan.kernels[index].estimate.memoryBytes;
    }
    traffic.memoryBytes = traffic.cacheBytes * kernel.redundancy / steps;
    kernel.estimate = estimate(traffic, {}, plan.target);
    kernel.estimate.seconds =
        std::max(kernel.estimate.seconds + kCached * single.cost, secondsComputed(facts, plan));
    plan.cost = costOfSteps(facts, steps, kernel.estimate.seconds, single.cost);
    plan.notes = {llvm::formatv("{0} steps at once: planes of the last {1} stay in the cache, {2}",
                                steps, shape.planes(),
                                rows ? llvm::formatv("tiles of {0} rows of them", rows).str()
                                     : std::string("all rows of them"))
                      .str()};
    holdBehind(single, plan);
    return plan;
  }

  /// Several steps win where cores share the memory with others, up to 1.9 times, and lose 5% where
  /// two cores have it to themselves (docs/log/2026-11-26-loops.md): `tune` finds out which it is.
  static void holdBehind(const Plan &single, Plan &several) {
    constexpr double noFaster = 1.001;
    if (several.cost >= noFaster * single.cost)
      return;
    several.cost = noFaster * single.cost;
    several.fusedKernel.estimate.isHeldBehind = true;
  }

  /// What a step takes whose cells are in the cache, of one whose cells are in memory.
  static constexpr double kCached = 0.45;
  /// Cores that share the bandwidth of a target without a machine file.
  static constexpr double kCores = 2;

  /// Seconds of the arithmetic of 1e9 updates, in whole vectors, one a cycle.
  static double secondsComputed(const analysis::Facts &facts, const Plan &plan) {
    double instructions = 0;
    for (std::size_t index = 0; index < plan.kernels.size(); ++index)
      instructions += arithmeticInstructions(facts, index);
    const double lanes = double(plan.target.vectorBytes) / widestCell(facts);
    return 1e9 * instructions / (lanes * plan.target.clock * kCores);
  }

  static double cacheOfTile(const Target &target) { return target.cacheBytes / 2.0; }
  static double bytesOfTile(const analysis::Facts &facts, const Plan &plan) {
    const auto &shape = plan.fusedKernel.shapeAs<SkewedShape>();
    const Extents extents = plannedExtents(facts.program);
    const double rows = facts.program.rank() < 3 ? 1
                        : shape.rows > 0         ? double(shape.rows + shape.spread())
                                                 : double(extents[1]);
    return bytesOfRow(facts, shape) * rows;
  }
  /// The most rows, in fours, whose tile fits; 0 for all.
  static int rowsOfTile(const analysis::Facts &facts, const Target &target, int steps) {
    if (facts.program.rank() < 3)
      return 0;
    const SkewedShape shape = skewedShape(facts, steps, 0);
    const double rows = cacheOfTile(target) / bytesOfRow(facts, shape) - shape.spread();
    if (rows >= double(plannedExtents(facts.program)[1]))
      return 0;
    return std::max(4, static_cast<int>(rows) / 4 * 4);
  }
  /// Whether all fields stay in the caches from step to step as they are.
  static bool fitsInCache(const analysis::Facts &facts, const Target &target) {
    const Extents extents = plannedExtents(facts.program);
    const SkewedShape shape = skewedShape(facts, 1, 0);
    const double planes = double(extents[facts.program.lastAxis()]);
    const double rows = facts.program.rank() < 3 ? 1 : double(extents[1]);
    return bytesOfRow(facts, shape) / shape.planes() * rows * planes <= 4.0 * target.cacheBytes;
  }

  /// The most rows, in fours, whose planes fill half of the cache; 0 (all) when the middle axis is
  /// no longer than that.
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
