/// \file Schedule sweep: blocks of threads cover a part of a plane and sweep along the last axis.
///
/// Columns of neighbours are kept in registers (2.5D blocking).
///
/// The schedule is the cached plane sweep of Schaefer and Fey (000), 2DReg of Itu et al. (001), and
/// int.z.reg of Pavan et al. (004). Each thread owns `cells` adjacent cells of a row, one access of
/// up to 16 bytes. Hopper GPUs need such wide accesses to reach their memory bandwidth in f32.
///
///        z ^   planes of a chunk              registers of a thread, 7-point stencil
///          |  +--------------------+          plane z+1        [::]       <- new from memory
///          |  | - - - - - - - - -  |          plane z       [.][::][.]    <- moved, ends loaded
///          |  |   block of threads |          plane z, y+-1 [::] [::]     <- through the caches
///          |  +--------------------+          plane z-1        [::]       <- moved down
///          +-----------------------> x, y
///
/// A cell is loaded from memory once. Planes that two chunks read mostly come from L2 the second
/// time. With two axes the planes are rows, and a block is one row of threads.
///
/// With stage=rows, shared or plane, neighbours in the plane come from shared memory instead of the
/// caches. These are 2DShM and 2DShMReg of Itu et al., and the shared versions of Pavan et al., who
/// keep one plane there. StagedSweep.cpp makes these plans; stage=shared is also tried without a
/// request. reuse=none is 2DBase and int.z: no values stay in registers from plane to plane.
///
/// The schedule is good for two and three axes on grids that fill the machine. It is slow on small
/// grids, where long chunks (the planes that one block sweeps) leave too few threads. It does not
/// fit if the columns of a wide box exceed the registers of a thread.
///
/// The schedule is legal with two or more axes: chunks and threads own disjoint cells of
/// the buffer of time level t+1. A thread reads this buffer at its own cells only. The values moved
/// down are values of t, which no thread writes, so a register holds what a load would give.
#include "plan/interface/Schedule.h"
#include "ir/Walk.h"
#include "plan/cost/CachedKernel.h"
#include "plan/cost/Column.h"
#include "plan/cost/LaunchGrid.h"
#include "schedules/sweep/ColumnCost.h"
#include "schedules/sweep/Lower.h"
#include "schedules/sweep/Options.h"
#include "schedules/sweep/Rows.h"
#include "schedules/sweep/SweepRegisters.h"
#include "schedules/sweep/VectorWidth.h"
#include "schedules/sweep/staged/StagedSweep.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <array>
#include <map>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr int kSmallRadius = 4; // cells; larger radii get plans with stage=plane, too
constexpr std::array<int, 4> kPlanes = {64, 32, 16, 8}; // planes per chunk to try

/// Option values of one candidate plan: those for columns in registers (the base class), the
/// threads of a block along each axis, the planes that one block sweeps, and the value of option
/// `stage`.
struct Choice : ColumnOptions {
  std::vector<int> block = {};
  int planes = 0;
  Staging staging = Staging::None;
};

/// Returns options for columns in registers: the values that the request `asked` sets, and default
/// values of the others. `cells` is the number of cells per thread.
ColumnOptions columnOptions(const AskedSweep &asked, int cells) {
  return {cells, asked(&SweepOptions::prefetch).value_or(0),
          !asked(&SweepOptions::dropsColumn).value_or(false)};
}

/// Returns `request` with the option `stage=plane`, which loads the updated plane into shared
/// memory, if every kernel reads neighbours within a plane that are more than kSmallRadius cells
/// away. Otherwise returns nullopt. Also returns nullopt without three axes, if such a plan does
/// not fit the target, or if `request` sets any option. Compared with columns in registers, such
/// plans were 2.5 times as fast for stars of radius 5, and 7 times for radius 16 (H200).
std::optional<ScheduleRequest> alternative(const analysis::Facts &facts, const Target &target,
                                           const ScheduleRequest &request) {
  const auto isWide = [&](const analysis::Kernel &kernel) {
    for (const Column &column : columnsOf(facts, kernel))
      for (const Row &row : column.rows)
        if (std::max({column.row, -column.row, row.low, row.high}) > kSmallRadius)
          return true;
    return false;
  };
  const auto &kernels = facts.dependence.kernels;
  if (!request.options.empty() || facts.program.rank() != 3 ||
      !std::all_of(kernels.begin(), kernels.end(), isWide))
    return std::nullopt;
  ScheduleRequest plane = request;
  sweepOptions().ask(plane, &SweepOptions::stage, {.stage = Staging::Plane});
  if (!fitStagedSweep(facts, target, plane).legal)
    sweepOptions().ask(plane, &SweepOptions::cells,
                       {.cells = 1}); // with wide accesses too many cells would wait in registers
  return fitStagedSweep(facts, target, plane).legal ? std::optional(plane) : std::nullopt;
}

class Sweep : public Schedule {
public:
  llvm::StringRef name() const override { return "sweep"; }
  llvm::StringRef summary() const override {
    return "blocks of threads sweep plane by plane along the last axis";
  }
  ScheduleTraits traits() const override { return {.canCoexist = true}; }

  std::vector<OptionSpec> options() const override { return sweepOptions().specs(); }

  Fit fit(const analysis::Facts &facts, const Target &target,
          const ScheduleRequest &request) const override {
    const int rank = facts.program.rank();
    if (rank == 1)
      return Fit::no("one axis leaves nothing to sweep; use naive");
    if (Fit block = blockFitsAxes(request, rank - 1, rank); !block.legal)
      return block;
    const AskedSweep asked = sweepOptions().parse(request);
    const int widest = widestCell(facts), cells = asked(&SweepOptions::cells).value_or(1);
    const Staging staging = stagingOf(request);
    const bool isStaged = staging != Staging::None && staging != Staging::ReadOnly;
    for (const OptionMember<SweepOptions> member :
         {OptionMember<SweepOptions>(&SweepOptions::engine),
          {&SweepOptions::rows},
          {&SweepOptions::ahead}})
      if (!isStaged && asked.has(member))
        return Fit::no(std::string(sweepOptions().key(member)) +
                       "= is about planes in shared memory; add stage=shared, "
                       "stage=plane or stage=rows");
    if (cells * widest > kAccessBytes)
      return Fit::no(llvm::formatv("cells={0} of {1} bytes would need accesses of {2} bytes, and "
                                   "the widest have {3}; use cells={4} or fewer",
                                   cells, widest, cells * widest, kAccessBytes,
                                   kAccessBytes / widest)
                         .str());
    if (Fit vector = fitVector(facts, request); !vector.legal)
      return vector;
    if (isStaged)
      return fitStagedSweep(facts, target, request);
    const Choice least{columnOptions(asked, cells)};
    if (least.prefetch && !least.keepsColumn)
      return Fit::no("prefetch=1 loads the next plane of a column into registers, and reuse=none "
                     "keeps no column there; use prefetch=0");
    const int registers = SweepRegisters(facts).most(least);
    if (registers <= target.registersPerThread || alternative(facts, target, request))
      return Fit::yes();
    std::string advice = least.prefetch    ? "use prefetch=0"
                         : least.cells > 1 ? "use fewer cells per thread (cells=1)"
                                           : "use reuse=none or naive, which keep no columns";
    return Fit::no(
        llvm::formatv("its columns need about {0} registers per thread, and {1} has {2}; "
                      "{3}",
                      registers, target.name, target.registersPerThread, advice)
            .str());
  }

  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    lowerSweep(module, facts, plan, readers);
  }
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    if (!fit(facts, target, request).legal)
      return {};
    const Staging staging = stagingOf(request);
    if (staging != Staging::None && staging != Staging::ReadOnly)
      return stagedSweepPlans(facts, target, request, true);
    std::vector<int> planes(kPlanes.begin(), kPlanes.end());
    const AskedSweep asked = sweepOptions().parse(request);
    if (const int count = asked(&SweepOptions::planes).value_or(0))
      planes = {count};
    std::vector<Plan> plans;
    const SweepRegisters registers(facts);
    for (const std::vector<int> &block : blocksTried(facts, asked)) {
      for (int count : cellsTried(facts, asked)) {
        Choice choice{columnOptions(asked, count), block, 0, staging};
        if (registers.most(choice) > target.registersPerThread ||
            !fillsVector(facts, request, count))
          continue;
        for (int chunk : planes) {
          choice.planes = chunk;
          plans.push_back(makePlan(facts, target, request, choice, registers));
        }
      }
    }
    if (const auto plane = alternative(facts, target, request))
      for (Plan &plan : stagedSweepPlans(facts, target, *plane, true))
        plans.push_back(std::move(plan));
    addStagedPlans(facts, target, request, plans);
    return plans;
  }

private:
  /// Returns the block shapes to try, as threads along x and y. The list has only the requested
  /// shape if `asked` sets one. Otherwise it depends on the number of axes.
  static std::vector<std::vector<int>> blocksTried(const analysis::Facts &facts,
                                                   const AskedSweep &asked) {
    if (auto block = asked(&SweepOptions::block)) {
      block->resize(2, 1);
      return {*block};
    }
    if (facts.program.rank() == 3)
      return {{32, 8}, {32, 4}};
    return {{256, 1}, {128, 1}};
  }

  /// Returns the numbers of cells per thread to try. If `asked` sets a number, it is the only one.
  /// Otherwise the largest number fills an access of 16 bytes with the program's widest cells, and
  /// each next number is half of the one before, down to 1.
  static std::vector<int> cellsTried(const analysis::Facts &facts, const AskedSweep &asked) {
    if (const auto count = asked(&SweepOptions::cells))
      return {*count};
    std::vector<int> cells;
    for (int count = kAccessBytes / widestCell(facts); count >= 1; count /= 2)
      cells.push_back(count);
    return cells;
  }

  /// Adds to `plans` candidates with the option `stage=shared`, which loads planes into shared
  /// memory. Adds none on small grids, or if `request` sets the option `stage` or `prefetch`.
  static void addStagedPlans(const analysis::Facts &facts, const Target &target,
                             const ScheduleRequest &request, std::vector<Plan> &plans) {
    const AskedSweep asked = sweepOptions().parse(request);
    if (asked.has(&SweepOptions::stage) || asked.has(&SweepOptions::prefetch) ||
        !isLarge(plannedExtents(facts.program)))
      return;
    ScheduleRequest staged = request;
    sweepOptions().ask(staged, &SweepOptions::stage, {.stage = Staging::Shared});
    if (fitStagedSweep(facts, target, staged).legal)
      for (Plan &plan : stagedSweepPlans(facts, target, staged, false))
        plans.push_back(std::move(plan));
  }

  Plan makePlan(const analysis::Facts &facts, const Target &target, const ScheduleRequest &request,
                const Choice &choice, const SweepRegisters &registers) const {
    Plan plan;
    plan.schedule = name().str();
    plan.target = target;
    std::vector<int> block = choice.block;
    if (facts.program.rank() == 2)
      block.resize(1);
    using Options = SweepOptions;
    const Options options = {.block = block,
                             .cells = choice.cells,
                             .planes = choice.planes,
                             .prefetch = choice.prefetch,
                             .dropsColumn = !choice.keepsColumn,
                             .stage = choice.staging};
    plan.options =
        sweepOptions().print(options, {&Options::block, &Options::cells, &Options::planes,
                                       &Options::prefetch, &Options::dropsColumn});
    if (choice.staging == Staging::ReadOnly)
      plan.options.merge(sweepOptions().print(options, {&Options::stage}));
    addRequested(request, plan);
    const AskedSweep asked = sweepOptions().parse(request);
    const Extents extents = plannedExtents(facts.program);
    for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
      KernelPlan kernel;
      kernel.block[0] = choice.block[0];
      kernel.block[1] = choice.block[1];
      kernel.cellsPerThread = choice.cells;
      kernel.sweepAxis = facts.program.lastAxis();
      kernel.planesPerChunk = choice.planes;
      kernel.prefetch = choice.prefetch;
      kernel.staging = choice.staging;
      const auto shape = std::make_shared<SweepShape>(sweepShape(facts, index, choice.keepsColumn));
      shape->streamingStores = asked(&SweepOptions::streamsStores).value_or(false);
      kernel.shape = shape;
      kernel.registers = registers.of(index, *shape, choice);
      demandBlocks(kernel, target, asked(&SweepOptions::blocks));
      const Traffic traffic =
          columnTraffic(facts, index, kernel, target, vectorBytes(plan), extents);
      const double read = std::max(1, facts.cost.kernels[index].bytesRead);
      kernel.redundancy = (traffic.memoryBytes - bytesWritten(facts, index)) / read;
      kernel.estimate = estimateCached(kernel, traffic, target, extents);
      plan.cost += kernel.estimate.seconds;
      plan.kernels.push_back(kernel);
    }
    addNotes(facts, target, choice, plan);
    return plan;
  }

  static void addNotes(const analysis::Facts &facts, const Target &target, const Choice &choice,
                       Plan &plan) {
    const int widest = widestCell(facts);
    const int cells = std::min(choice.cells, vectorBytes(plan) / widest);
    plan.notes.push_back(llvm::formatv("{0} of {1} bytes per access: {2} bytes",
                                       counted(cells, "cell"), widest, cells * widest)
                             .str());
    const KernelPlan &kernel = plan.kernels.front();
    const auto blocks = launchGrid(kernel, plannedExtents(facts.program));
    plan.notes.push_back(
        llvm::formatv("{0} a chunk: {1} x {2} x {3} blocks, {4} at a time",
                      counted(choice.planes, "plane"), blocks[0], blocks[1], blocks[2],
                      std::int64_t(residentBlocks(kernel, target)) * target.multiprocessors)
            .str());
  }
};

} // namespace

const Schedule &scheduleSweep() {
  static const Sweep sweep;
  return sweep;
}

} // namespace stencilc::schedules
