/// \file Schedule wavefront: computes several fused time steps in one sweep along the last axis.
///
/// In a wavefront each time step is a few planes behind the time step before.
///
/// The algorithm is the pipelined wavefront of Schaefer and Fey (2011) in the form of N.5D blocking
/// (AN5D, Matsumura et al. 2020; EBISU, Zhang et al. 2023). Tiles overlap, and a warp spans the
/// width of a tile. Threads get neighbours along x by shuffles, and have their own rows in
/// registers. Only rows at the edges of warps, or whole planes if updates read boxes, go through
/// shared memory. Partial sums of an update stay in registers until the planes they lack are loaded
/// (TimeSkew.h).
///
/// In a kernel of one time step, threads exchange no cells. Planes with their halo are in shared
/// memory. Cells that only their own thread reads are copied there before their use.
///
/// With one axis the axis is divided into overlapping tiles, which replace the planes of a sweep.
/// Each warp moves from tile to tile along a part of the axis, and loads the next tiles early. With
/// lanes=now all time steps of a tile run in one step of the sweep. With lanes=next each time step
/// is a tile behind the one before, and no time step waits for the shuffles of another.
///
/// The schedule is good for programs that are bound by memory: a cell is loaded and stored once per
/// `steps` time steps. It is slow if the halo of a time step is a large part of a tile, and on
/// grids of few tiles. Remainder steps are computed by kernels of fewer time steps
/// (plan/interface/RemainderKernels.h), or one by one as by the schedule `naive`.
///
/// A program is legal if a sweep can follow its dependences. Boundary conditions may be fixed
/// values, frozen cells (which keep their values), or periodic. Beyond a periodic face, tiles
/// compute the same cells as at the opposite end. At mirror and copy faces, each new cell is stored
/// a second time for the ghost cell with the same value. Reads of planes beyond the low face wait
/// until the planes with the same values are loaded (Repeats.h), or steps are executed again
/// (Replay.h).
#include "plan/interface/Schedule.h"
#include "plan/cost/Column.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/Options.h"
#include "plan/interface/RemainderKernels.h"
#include "plan/verify/PlanVerifier.h"
#include "schedules/wavefront/cost/Cost.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/lower/Lower.h"
#include "schedules/wavefront/shape/Choices.h"
#include "schedules/wavefront/shape/Fit.h"
#include "schedules/wavefront/shape/Limits.h"
#include "schedules/wavefront/shape/ShapeMaker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Schedule `wavefront`: proposes plans, and emits kernels that compute several fused time steps in
/// one sweep over the planes of the grid.
class Wavefront : public Schedule {
public:
  llvm::StringRef name() const override { return "wavefront"; }
  llvm::StringRef summary() const override {
    return "several fused time steps in one sweep, each some planes behind the one before";
  }
  ScheduleTraits traits() const override { return {.canCoexist = true, .unrollsSteps = true}; }

  std::vector<OptionSpec> options() const override {
    std::vector<OptionSpec> specs = wavefrontOptions().specs();
    specs.push_back(restOption("time steps of each kernel for remainder steps, joined by +; 1 is a "
                               "kernel of one step, without it a simple one does single steps; "
                               "auto: those that pay off"));
    return specs;
  }

  Fit fit(const analysis::Facts &facts, const Target &target,
          const ScheduleRequest &request) const override {
    if (Fit program = fitWavefront(facts, target); !program.legal)
      return program;
    std::string reason = kNoSingle;
    bool isFound = false;
    ShapeMaker shapes(facts);
    RestPlans rest = restPlans(facts, target, shapes);
    const RestRequest restAsked = restOf(request);
    forEachPlan(facts, target, request, shapes, reason, [&](Plan plan) {
      isFound = restAsked.depths.empty() || rest.addTo(plan, restAsked, reason);
      return !isFound;
    });
    return isFound ? Fit::yes() : Fit::no(reason);
  }

  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    if (plan.hasStepKernels())
      findSchedule(plan.stepSchedule())->lower(module, facts, plan, readers);
  }
  void lowerFused(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
                  const KernelPlan &kernel) const override {
    lowerFusedSteps(module, facts, plan, kernel.shapeAs<WavefrontShape>());
  }
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    return propose(facts, target, request).plans;
  }
  Proposal propose(const analysis::Facts &facts, const Target &target,
                   const ScheduleRequest &request) const override {
    if (Fit program = fitWavefront(facts, target); !program.legal)
      return {program, {}};
    std::string reason = kNoSingle;
    std::vector<Plan> plans;
    ShapeMaker shapes(facts);
    forEachPlan(facts, target, request, shapes, reason, [&](Plan plan) {
      plans.push_back(std::move(plan));
      return true;
    });
    RestPlans rest = restPlans(facts, target, shapes);
    if (request.options.empty())
      rest.take(plans);
    const RestRequest restAsked = restOf(request);
    llvm::erase_if(plans, [&](Plan &plan) { return !rest.addTo(plan, restAsked, reason); });
    return {plans.empty() ? Fit::no(reason) : Fit::yes(), std::move(plans)};
  }

private:
  static constexpr const char *kNoSingle = "no schedule computes the remainder steps";

  /// Returns an object that finds plans for remainder kernels: kernels for the time steps that are
  /// left if the number of steps is not a multiple of the fused ones. It keeps references to
  /// `facts`, `target` and `shapes`, which must outlive it.
  RestPlans restPlans(const analysis::Facts &facts, const Target &target,
                      ShapeMaker &shapes) const {
    return {facts, [&](int steps, RestPlans::Take take) {
              std::string reason;
              ScheduleRequest request{"wavefront", {}};
              wavefrontOptions().ask(request, &WavefrontOptions::steps, {.steps = steps});
              forEachPlan(facts, target, request, shapes, reason, [&](const Plan &plan) {
                take(plan);
                return true;
              });
            }};
  }

  /// Calls `take` for each plan that the options in `request` allow, until it returns false. If no
  /// kernel is possible with standard tiles, small tiles are tried. If they fail too, standard
  /// tiles with `newest=next` are tried: threads then use their own new cells one step of the sweep
  /// later. If no plan is found, sets `reason` to a text for the user, which says why the last
  /// standard tile failed. `shapes` computes the tile and buffer sizes of each plan.
  void forEachPlan(const analysis::Facts &facts, const Target &target,
                   const ScheduleRequest &request, ShapeMaker &shapes, std::string &reason,
                   llvm::function_ref<bool(Plan)> take) const {
    if (const char *key = wavefrontOptions().beyondAxes(request, facts.program.rank())) {
      reason =
          llvm::formatv("{0}={1} is for three axes; leave it out", key, request.options.at(key))
              .str();
      return;
    }
    const std::optional<Plan> single = singleSteps(facts, target);
    if (!single)
      return;
    const AskedOptions<WavefrontOptions> given = wavefrontOptions().parse(request);
    const Search search = {facts, target, *single, shapes, !given.has(&WavefrontOptions::align),
                           take};
    const auto takes = [&](const ScheduleRequest &asked, TileSize size, std::string &why) {
      return takePlans(search, wavefrontChoices(facts, target, asked, size), why);
    };
    std::string other;
    if (takes(request, TileSize::Standard, reason) ||
        (facts.program.rank() == 3 && takes(request, TileSize::Small, other)) ||
        given.has(&WavefrontOptions::ownDelay))
      return;
    ScheduleRequest later = request;
    wavefrontOptions().ask(later, &WavefrontOptions::ownDelay, {.ownDelay = 1});
    takes(later, TileSize::Standard, other);
  }

  /// Arguments of a search for plans. `take` is called for each plan until it returns false.
  struct Search {
    const analysis::Facts &facts;
    const Target &target;
    const Plan &single; // computes single remainder time steps
    ShapeMaker &shapes;
    bool choosesAlign; // the request leaves the option `align` open
    llvm::function_ref<bool(Plan)> take;

    bool isInVain(const WavefrontOptions &choice) const {
      return choosesAlign && splitsInVain(facts, choice, shapes);
    }
  };

  /// Calls `search.take` with the plan of each of the `choices` that the GPU can run, until it
  /// returns false. Returns true if there is such a plan. If the last choice has no plan, sets
  /// `why` to a text for the user with the reason.
  bool takePlans(const Search &search, const std::vector<WavefrontOptions> &choices,
                 std::string &why) const {
    const auto planOf = [&](const WavefrontOptions &choice) {
      return makePlan(search.facts, search.target, choice, search.single, search.shapes, why);
    };
    bool isFound = false;
    std::vector<WavefrontOptions> tooLarge; // after the last choice that gave a plan or a reason
    for (const WavefrontOptions &choice : choices) {
      if (leastSharedBytes(search.facts, choice) > search.target.sharedBytesPerBlock) {
        tooLarge.push_back(choice);
        continue;
      }
      if (search.isInVain(choice))
        continue;
      tooLarge.clear();
      if (std::optional<Plan> plan = planOf(choice)) {
        isFound = true;
        if (!search.take(std::move(*plan)))
          return true;
      }
    }
    // Only the reason of the last choice is shown, which needs its shape.
    const auto last =
        std::find_if_not(tooLarge.rbegin(), tooLarge.rend(),
                         [&](const WavefrontOptions &choice) { return search.isInVain(choice); });
    if (last != tooLarge.rend())
      planOf(*last);
    return isFound;
  }

  /// Returns true if `choice` has an alignment below 32 bytes, the size of a memory sector, but
  /// needs at least as many tiles along x as with 32. Tiles that begin inside a sector then only
  /// cost more, and their cost is hard to predict. `shapes` computes the tiles.
  static bool splitsInVain(const analysis::Facts &facts, const WavefrontOptions &choice,
                           ShapeMaker &shapes) {
    constexpr int kSector = 32; // bytes
    if (choice.align >= kSector)
      return false;
    WavefrontOptions whole = choice;
    whole.align = kSector;
    const int cells = static_cast<int>(plannedExtents(facts.program)[0]);
    const auto others = shapes.tilesAcross(whole), split = shapes.tilesAcross(choice);
    return split && others && split->count(cells) >= others->count(cells);
  }

  /// Returns a plan of the schedule `naive`. It computes remainder time steps (too few for a fused
  /// kernel) one by one. Returns `nullopt` if there is none.
  static std::optional<Plan> singleSteps(const analysis::Facts &facts, const Target &target) {
    std::vector<Plan> plans = findSchedule("naive")->candidates(facts, target, {});
    return plans.empty() ? std::nullopt : std::optional(std::move(plans.front()));
  }

  /// Returns the plan with the options of `choice`, with its predicted cost. `single` is the plan
  /// for remainder time steps (too few for a fused kernel), and `shapes` computes the shape of the
  /// kernel. If no kernel can be emitted or the GPU cannot run it, returns `nullopt` and sets
  /// `reason` to a text for the user.
  std::optional<Plan> makePlan(const analysis::Facts &facts, const Target &target,
                               const WavefrontOptions &choice, const Plan &single,
                               ShapeMaker &shapes, std::string &reason) const {
    if (const std::optional<std::string> why = whyNoKernel(facts, target, choice)) {
      reason = *why;
      return std::nullopt;
    }
    std::optional<WavefrontShape> shape = shapes.make(choice, reason);
    if (!shape)
      return std::nullopt;
    findDrift(facts, target, *shape);
    shape->pace.faceCost = faceCostOf(facts, *shape, target);
    if (const std::optional<std::string> why = whyNotOfShape(target, *shape)) {
      reason = *why;
      return std::nullopt;
    }
    Plan plan;
    plan.schedule = name().str();
    plan.target = target;
    plan.fused = FusedPlan{.steps = choice.steps};
    plan.options = wavefrontOptions().print(choice, facts.program.rank());
    plan.kernels = single.kernels;
    KernelPlan &kernel = plan.fusedKernel;
    kernel.block[0] = choice.threads();
    kernel.cellsPerThread = choice.cells;
    kernel.sweepAxis = facts.program.rank() > 1 ? facts.program.lastAxis() : -1;
    kernel.prefetch = choice.ahead;
    if (choice.ahead)
      kernel.engine = choice.tensors() ? CopyEngine::Tensor : CopyEngine::Async;
    kernel.sharedBytes = shape->block.sharedBytes;
    kernel.registers = std::min(shape->block.registers, registersOf(choice, target));
    kernel.residentBlocks = 1;
    kernel.redundancy = shape->tile.redundancy;
    kernel.shape = std::make_shared<WavefrontShape>(*shape);
    const WavefrontCost cost = estimateWavefront(facts, *shape, target);
    plan.cost = cost.estimate.seconds;
    kernel.estimate = cost.estimate;
    kernel.estimate.spilled = shape->block.registers - kernel.registers;
    plan.notes = cost.notes;
    plan.picture = pictureOf(facts, *shape);
    return plan;
  }

  /// Returns the largest number of registers that a thread may have in a block of `choice.warps`
  /// warps. Each quarter of a multiprocessor has its own register file. On current GPUs the result
  /// is 255 for 8 warps, 168 for 12 and 128 for 16.
  static int registersOf(const WavefrontOptions &choice, const Target &target) {
    const int perQuarter = (choice.warps + 3) / 4;
    return std::min(target.registersPerThread,
                    target.registersPerSm / 4 / std::max(1, perQuarter) / target.warpWidth / 8 * 8);
  }
};

} // namespace

const Schedule &scheduleWavefront() {
  static const Wavefront wavefront;
  return wavefront;
}

} // namespace stencilc::schedules
