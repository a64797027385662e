/// \file Schedule twosteps: two time steps in one sweep.
///
/// The planes of the first time step are in shared memory.
///
///     t+2   stored     . . [::::::::] . .      a tile of 32 x 16 cells
///     t+1   shared     . [::::::::::::] .      34 x 18 cells, computed by the same block
///     t     memory     [::::::::::::::::]      36 x 20 cells, read by the first time step
///                      ------------------> x
///
///     z ^   step 1 of plane z+1: reads t from memory, writes t+1 to ring buffers of planes
///       |   step 2 of plane z:   reads t+1 there, stores t+2. A lattice population that moves up
///       |                        needs three planes of its ring, one that moves down needs one
///
/// The schedule is 3.5D blocking with a temporal degree of two (Nguyen, Satish, Chhugani, Kim and
/// Dubey, 3.5-D blocking optimization for stencil computations on modern CPUs and GPUs, 2010). A
/// block computes whole tiles, one cell for each thread. The schedule is meant for lattice
/// Boltzmann methods and other programs of many fields. In the schedule `wavefront` a thread keeps
/// cells of each field in registers, so tiles of many fields become too small relative to the halo.
///
/// The schedule is good if memory limits the rate and each field is read at few cells. It moves
/// about half of the bytes of single steps.
///
/// The schedule is legal because a tile computes every cell that its stored cells depend on, only
/// from values of t in memory, and stores into buffers that no block reads. A cell beyond a
/// periodic or mirror face is computed as the cell of the grid whose value it has. A cell beyond
/// another face gets the value of the boundary condition.
#include "plan/interface/Schedule.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/FusedSteps.h"
#include "plan/interface/OptionTable.h"
#include "schedules/twosteps/Cost.h"
#include "schedules/twosteps/Fit.h"
#include "schedules/twosteps/Lower.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr int kSteps = 2;              // time steps of one sweep
constexpr int kCountedCells = 1 << 16; // largest tile that is considered, in cells
/// Minimum number of update statements with which the planner considers the schedule without a
/// request. Only lattice Boltzmann programs were measured. With fewer fields, tiles of the schedule
/// `wavefront` are large enough.
constexpr std::size_t kManyUpdates = 4;
/// Minimum length of the rows of a tile, in cells. Tiles with shorter rows are tried only if no
/// other tile fits. Tiles of 16 x 16 cells reached 0.85 of the rate of 32 x 8 in f32, and 0.92 in
/// f64.
constexpr int kNarrow = 32;

/// Values of the options of the schedule `twosteps`.
struct TwoStepOptions {
  std::vector<int> tile = {}; // cells of a plane that a block stores, along each axis not swept
  int warps = 0;              // of a block; 0: enough for one thread per cell of the first step
  int blocks = 0;             // of a multiprocessor; 0: as many as fit
  int prefetch = 0;           // planes loaded into registers ahead of their use
  int chunks = 0;             // ranges of planes, one per block; 0: chosen at run time
};

const OptionTable<TwoStepOptions> &twoStepOptions() {
  using Options = TwoStepOptions;
  static const OptionTable<Options> table({
      {"tile",
       &Options::tile,
       "cells of a plane that a block stores, such as 32x16",
       {},
       OptionForm::Block},
      {"warps",
       &Options::warps,
       "warps per block; auto: one thread for each cell of the first step, if possible",
       {"auto"},
       OptionForm::IntegerOrListed},
      {"blocks",
       &Options::blocks,
       "blocks that share a multiprocessor; auto: as many as fit",
       {"auto"},
       OptionForm::IntegerOrListed},
      {"prefetch",
       &Options::prefetch,
       "planes loaded into registers ahead, during the second step of the plane before",
       {"0", "1"}},
      {"chunks",
       &Options::chunks,
       "chunks of the last axis; auto: chosen at run time, from the extents and the device",
       {"auto"},
       OptionForm::IntegerOrListed},
  });
  return table;
}

using AskedSteps = AskedOptions<TwoStepOptions>;

class Twosteps : public Schedule {
public:
  llvm::StringRef name() const override { return "twosteps"; }
  llvm::StringRef summary() const override {
    return "two time steps in one sweep, the first one's planes in shared memory";
  }
  ScheduleTraits traits() const override { return {.fusedReadsViews = true}; }

  bool isProposed(const analysis::Facts &facts) const override {
    return facts.program.stages.size() >= kManyUpdates;
  }

  std::vector<OptionSpec> options() const override { return twoStepOptions().specs(); }

  Fit fit(const analysis::Facts &facts, const Target &target,
          const ScheduleRequest &request) const override {
    return propose(facts, target, request).fit;
  }
  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    findSchedule(plan.stepSchedule())->lower(module, facts, plan, readers);
  }
  void lowerFused(kernel::Module &module, const analysis::Facts &facts, const Plan &,
                  const KernelPlan &kernel) const override {
    lowerTwoSteps(module, facts, kernel);
  }
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    return propose(facts, target, request).plans;
  }

  Proposal propose(const analysis::Facts &facts, const Target &target,
                   const ScheduleRequest &request) const override {
    if (Fit fit = fitTwoSteps(facts); !fit.legal)
      return {fit, {}};
    Proposal proposal;
    const AskedSteps asked = twoStepOptions().parse(request);
    for (const std::vector<int> &tile : tilesOf(facts, asked)) {
      if (tile[0] < kNarrow && !proposal.plans.empty())
        break;
      proposal.fit = fitTile(facts, target, tile);
      if (proposal.fit.legal)
        addPlans(facts, target, asked, tile, proposal);
    }
    if (!proposal.plans.empty())
      proposal.fit = Fit::yes();
    return proposal;
  }

private:
  /// Returns the tile sizes to try, in cells along each axis that is not swept. If `asked` sets a
  /// size, it is the only one. Otherwise the list is fixed, with the smallest size last. If no tile
  /// fits, the user gets the reason for the last one.
  static std::vector<std::vector<int>> tilesOf(const analysis::Facts &facts,
                                               const AskedSteps &asked) {
    if (const auto tile = asked(&TwoStepOptions::tile))
      return {*tile};
    if (facts.program.rank() == 2)
      return {{1024}, {512}, {256}, {128}};
    return {{64, 16}, {64, 8}, {32, 32}, {32, 16}, {32, 12}, {32, 8}, {16, 16}, {16, 8}};
  }

  static Fit fitTile(const analysis::Facts &facts, const Target &target,
                     const std::vector<int> &tile) {
    const auto axes = static_cast<std::size_t>(facts.program.rank() - 1);
    if (tile.size() != axes)
      return Fit::no(llvm::formatv("a tile lies across the swept axis, and tile={0} has {1}; use "
                                   "tile={2}",
                                   blockText(tile), counted(tile.size(), "axis"),
                                   axes == 1 ? "256" : "32x16")
                         .str());
    double cells = 1;
    for (const int extent : tile)
      cells *= extent;
    const bool isCounted = cells <= kCountedCells;
    const std::int64_t bytes = isCounted ? twoStepShape(facts, tile).sharedBytes() : 0;
    if (isCounted && bytes <= target.sharedBytesPerBlock)
      return Fit::yes();
    return Fit::no(
        llvm::formatv("planes of {0} cells between the two steps need {1} of shared memory, and a "
                      "block of {2} has {3}; use a smaller tile=, or sweep",
                      blockText(tile), isCounted ? counted(bytes, "byte") : "more", target.name,
                      target.sharedBytesPerBlock)
            .str());
  }

  /// Adds to `proposal` plans whose tiles have `tile` cells along each axis that is not swept. They
  /// combine two choices: with or without prefetch, and one thread per cell or per two cells of the
  /// first time step. Options that `asked` sets have only the requested value. If a plan does not
  /// fit, sets `proposal.fit` to the reason.
  static void addPlans(const analysis::Facts &facts, const Target &target, const AskedSteps &asked,
                       const std::vector<int> &tile, Proposal &proposal) {
    const std::optional<int> given = asked(&TwoStepOptions::prefetch);
    const TwoStepShape shape = twoStepShape(facts, tile);
    for (const int prefetch : {0, 1}) {
      if (given && *given != prefetch)
        continue;
      Fit fit = addPlans(facts, target, asked, shape, prefetch, proposal.plans);
      if (!fit.legal && (given || !prefetch)) // no reason is needed without a request
        proposal.fit = std::move(fit);
    }
  }

  /// Adds to `plans` candidate plans with the tile of `shape` that load `prefetch` planes (0 or 1)
  /// ahead of their use. They differ in the number of threads. Options that `asked` sets have only
  /// the requested value. Returns the reason if one of the plans does not fit the target.
  static Fit addPlans(const analysis::Facts &facts, const Target &target, const AskedSteps &asked,
                      const TwoStepShape &shape, int prefetch, std::vector<Plan> &plans) {
    const int registers = (twoStepRegisters(facts, prefetch) + 7) / 8 * 8;
    if (registers > target.registersPerThread)
      return Fit::no(
          llvm::formatv(
              "the operands of an update need about {0} registers, and a thread has {1}; use {2}",
              registers, target.registersPerThread, prefetch ? "prefetch=0" : "sweep")
              .str());
    Fit fit = Fit::yes();
    const int warps = asked(&TwoStepOptions::warps).value_or(0);
    for (int turns = 1; turns <= (warps ? 1 : 2); ++turns) {
      const int threads = warps ? std::min(warps, kCountedCells) * target.warpWidth
                                : threadsOf(shape, target, turns);
      if (prefetch && threads < shape.cells(0))
        fit = Fit::no(llvm::formatv("prefetch=1 is for one cell a thread, and the first "
                                    "step has {0}; use prefetch=0, a smaller tile= or "
                                    "more warps=",
                                    shape.cells(0))
                          .str());
      else
        plans.push_back(planOf(facts, target, asked, {shape, threads, prefetch, registers}));
    }
    return fit;
  }

  static int threadsOf(const TwoStepShape &shape, const Target &target, int turns) {
    const int warp = target.warpWidth, each = (shape.cells(0) + turns - 1) / turns;
    return std::min((each + warp - 1) / warp * warp, target.threadsPerBlock);
  }

  /// Properties of one candidate plan: its tile and ring buffers (`shape`), the threads of a block,
  /// the planes loaded ahead of their use, and the registers of a thread.
  struct Choice {
    TwoStepShape shape;
    int threads = 32, prefetch = 0, registers = 0;
  };

  static Plan planOf(const analysis::Facts &facts, const Target &target, const AskedSteps &asked,
                     const Choice &choice) {
    const Plan single = findSchedule("naive")->candidates(facts, target, {}).front();
    const auto shape = std::make_shared<TwoStepShape>(choice.shape);
    shape->threads = choice.threads;
    shape->chunks = asked(&TwoStepOptions::chunks).value_or(0);
    Plan plan;
    plan.schedule = "twosteps";
    plan.target = target;
    plan.kernels = single.kernels;
    KernelPlan &kernel = plan.fusedKernel;
    kernel.block[0] = shape->threads;
    kernel.sweepAxis = shape->sweptAxis();
    kernel.sharedBytes = static_cast<int>(shape->sharedBytes());
    kernel.registers = choice.registers;
    kernel.prefetch = choice.prefetch;
    kernel.shape = shape;
    const int blocks = asked(&TwoStepOptions::blocks).value_or(0);
    demandBlocks(kernel, target, blocks ? std::optional(blocks) : std::nullopt);
    plan.fused = FusedPlan{.steps = kSteps};
    const int warps = shape->threads / target.warpWidth;
    kernel.redundancy = double(shape->cells(0)) / shape->cells(1);
    kernel.estimate = estimateTwoSteps(facts, kernel, choice.registers - kernel.registers, target);
    plan.options = twoStepOptions().print({.tile = {shape->tile, shape->tile + shape->sweptAxis()},
                                           .warps = warps,
                                           .blocks = std::max(1, kernel.residentBlocks),
                                           .prefetch = kernel.prefetch,
                                           .chunks = shape->chunks},
                                          facts.program.rank());
    plan.cost = costOfSteps(facts, kSteps, kernel.estimate.seconds, single.cost);
    plan.notes = notesOf(*shape, kernel, warps);
    return plan;
  }

  static std::vector<std::string> notesOf(const TwoStepShape &shape, const KernelPlan &kernel,
                                          int warps) {
    std::string computed = std::to_string(shape.extent(0, 0)),
                stored = std::to_string(shape.tile[0]);
    if (shape.rank == 3) {
      computed += " x " + std::to_string(shape.extent(1, 0));
      stored += " x " + std::to_string(shape.tile[1]);
    }
    return {llvm::formatv("{0} cells of the first step for {1} of the second; {2} of them are kept "
                          "in {3} bytes of shared memory",
                          computed, stored, counted(shape.slots(), "plane"), kernel.sharedBytes)
                .str(),
            llvm::formatv("{0} and {1} on a multiprocessor; {2:F1} bytes through memory per update",
                          counted(warps, "warp"), counted(kernel.residentBlocks, "block"),
                          kernel.estimate.memoryBytes)
                .str()};
  }
};

} // namespace

const Schedule &scheduleTwosteps() {
  static const Twosteps twosteps;
  return twosteps;
}

} // namespace stencilc::schedules
