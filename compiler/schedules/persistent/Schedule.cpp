/// \file Schedule persistent: each block keeps its tile of the grid in shared memory for many time
/// steps.
///
///     launch   load tile | steps 1 to 8 | exchange | steps 9 to 16 | exchange | ... | store tile
///
///     tile of a block with its halo     cells computed in each step,
///     +-----------------+               with an exchange after every 3 steps:
///     | halo            |               [ . . . . . . . . . . . . ]   loaded
///     |   +---------+   |                 [ : : : : : : : : : : ]     step 1
///     |   |  tile   |   |                   [ : : : : : : : : ]       step 2
///     |   +---------+   |                     [ : : : : : : ]         step 3: the tile
///     +-----------------+
///
/// One launch computes many time steps. After every few steps blocks exchange cells through L2, and
/// wait only for the blocks of neighbouring tiles. The method is known as PERKS (Zhang, Wahib,
/// Chen, Meng, Wang, Endo and Matsuoka, 2023) and EBISU (the same authors, 2023), with one tile for
/// each multiprocessor.
///
/// The schedule is good for grids whose fields fit into the shared memory of all multiprocessors.
/// On such grids, the overhead of launches dominates the time of single steps.
///
/// The schedule is legal for two reasons. Between exchanges, a block itself computes all halo cells
/// that its tile depends on. A cooperative launch runs all blocks at the same time, so that waits
/// end.
#include "plan/interface/Schedule.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/OptionTable.h"
#include "plan/interface/RemainderKernels.h"
#include "schedules/persistent/Cost.h"
#include "schedules/persistent/Divisions.h"
#include "schedules/persistent/Fit.h"
#include "schedules/persistent/Lower.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr int kLaunchSteps = 1024; // most time steps of a launch, unless the user asks for others
constexpr std::size_t kMostPlans = 8; // that are proposed, the fastest ones

/// Values of the options of the schedule `persistent`.
struct PersistentOptions {
  int steps = 0, exchange = 0;
  std::vector<int> parts = {};
  int warps = 0, rows = 0;
};

const OptionTable<PersistentOptions> &persistentOptions() {
  using Options = PersistentOptions;
  static const OptionTable<Options> table({
      {"steps", &Options::steps, "time steps of a launch, at most"},
      {"exchange", &Options::exchange,
       "time steps between two exchanges of cells with neighbouring blocks"},
      {"parts",
       &Options::parts,
       "tiles along each axis, one for each block, such as 12x11",
       {},
       OptionForm::Block},
      {"warps", &Options::warps, "warps per block"},
      {"rows", &Options::rows, "cells along the last axis that a thread computes together"},
  });
  return table;
}

using Asked = AskedOptions<PersistentOptions>;

class Persistent : public Schedule {
public:
  llvm::StringRef name() const override { return "persistent"; }
  llvm::StringRef summary() const override {
    return "many time steps in one launch, each block keeps its tile in shared memory";
  }
  ScheduleTraits traits() const override { return {.isOnRequest = true, .fusedReadsViews = true}; }

  std::vector<OptionSpec> options() const override { return persistentOptions().specs(); }

  Fit fit(const analysis::Facts &facts, const Target &target,
          const ScheduleRequest &request) const override {
    return propose(facts, target, request).fit;
  }
  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    findSchedule(plan.stepSchedule())->lower(module, facts, plan, readers);
  }
  void lowerFused(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
                  const KernelPlan &kernel) const override {
    lowerPersistent(module, facts, kernel, plan.recordsReceivers(facts.program));
  }
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    return propose(facts, target, request).plans;
  }

  Proposal propose(const analysis::Facts &facts, const Target &target,
                   const ScheduleRequest &request) const override {
    if (Fit fit = fitPersistent(facts); !fit.legal)
      return {fit, {}};
    const Asked asked = persistentOptions().parse(request);
    const int most = mostSteps(facts);
    // With fewer, the even parts of some numbers of steps would be shorter than fewestSteps().
    const int least = std::max(2, 2 * fewestSteps(facts) - 1);
    const int steps = asked(&PersistentOptions::steps).value_or(std::min(kLaunchSteps, most));
    if (steps > most || steps < least)
      return {
          Fit::no(
              llvm::formatv("steps={0}: this program allows {1} to {2}", steps, least, most).str()),
          {}};
    std::vector<PersistentShape> shapes;
    if (Fit fit = divisionsOf(facts, target,
                              {.steps = steps,
                               .exchange = asked(&PersistentOptions::exchange),
                               .parts = asked(&PersistentOptions::parts),
                               .warps = asked(&PersistentOptions::warps),
                               .rows = asked(&PersistentOptions::rows)},
                              shapes);
        !fit.legal)
      return {fit, {}};
    std::vector<Plan> plans;
    TileCosts costs(facts, target);
    const std::vector<Plan> single = findSchedule("naive")->candidates(facts, target, {});
    for (std::size_t i = 0; i < std::min(shapes.size(), kMostPlans); ++i)
      plans.push_back(planOf(facts, target, shapes[i], costs, single.front()));
    return {Fit::yes(), std::move(plans)};
  }

private:
  static Plan planOf(const analysis::Facts &facts, const Target &target,
                     const PersistentShape &shape, TileCosts &costs, const Plan &single) {
    Plan plan;
    plan.schedule = "persistent";
    plan.target = target;
    plan.kernels = single.kernels;
    plan.fused = FusedPlan{.steps = shape.steps, .fewest = fewestSteps(facts)};
    KernelPlan &kernel = plan.fusedKernel;
    kernel.block[0] = shape.threads();
    kernel.sharedBytes = static_cast<int>(shape.sharedBytes());
    kernel.residentBlocks = 1;
    kernel.engine = CopyEngine::Async;
    const int registers = (costs.registers(shape.rows) + 7) / 8 * 8;
    kernel.registers = std::min({registers, target.registersPerThread,
                                 target.registersPerSm / std::max(1, shape.threads()) / 8 * 8});
    kernel.shape = std::make_shared<PersistentShape>(shape);
    kernel.estimate = costs.estimate(shape);
    kernel.estimate.spilled = std::max(0, registers - kernel.registers);
    kernel.redundancy = kernel.estimate.work;
    plan.cost = kernel.estimate.seconds;
    plan.fused->secondsOfFewest =
        costs.estimate(shape, plan.fused->fewest).seconds * plan.fused->fewest;
    plan.options = persistentOptions().print({.steps = shape.steps,
                                              .exchange = shape.exchange,
                                              .parts = {shape.parts, shape.parts + shape.rank},
                                              .warps = shape.warps,
                                              .rows = shape.rows},
                                             shape.rank);
    plan.notes = notesOf(facts, shape, kernel);
    setCostOfRun(facts, plan);
    return plan;
  }

  static std::vector<std::string> notesOf(const analysis::Facts &facts,
                                          const PersistentShape &shape, const KernelPlan &kernel) {
    const std::vector<int> tile(shape.tile, shape.tile + shape.rank);
    const double cells = cellsOf(plannedExtents(facts.program));
    return {llvm::formatv("each of {0} keeps {1} cells in {2} bytes of shared memory; its "
                          "neighbours' cells come after every {3}",
                          counted(shape.blocks(), "block"), blockText(tile), kernel.sharedBytes,
                          counted(shape.exchange, "step"))
                .str(),
            llvm::formatv("{0:F2} us per time step predicted",
                          kernel.estimate.seconds * cells / kUpdates * 1e6)
                .str()};
  }
};

} // namespace

const Schedule &schedulePersistent() {
  static const Persistent persistent;
  return persistent;
}

} // namespace stencilc::schedules
