/// \file Schedule tensorcore: dense neighbourhoods in the plane as matrix products in f64.
///
/// Schedule tensorcore computes several time steps in one sweep.
///
///     strip of 64 cells per warp         a patch #: 2 rows of 4 cells, 8 columns of a product
///     +----+----+----+----+                 * * * * * * * *      the rows around it are loaded in
///     |    |    |    |    |  rows in        * * * * * * * *      pairs; each pair contributes to
///     | w0 | w1 | w2 | .. |  pairs,         * * # # # # * *      the partial sums of all pairs
///     |    |    |    |    |  upwards        * * # # # # * *      around it, in registers
///     +----+----+----+----+                 ...
///
/// A product computes patches: the 2 x 4 cells of a patch are the 8 columns of the result matrix,
/// and 16 patches side by side are its rows.
///
/// TCStencil (Liu et al. 2022) and ConvStencil (Chen et al. 2024) also compute stencils as matrix
/// products, with their own rounding. Here the sum runs over the cells row by row, in the
/// order in which the update adds them. Tensor cores add double precision as a chain of fma does,
/// so the bits do not change. Rows of all time steps are in shared memory, as in N.5D blocking.
///
/// The schedule is good if most products have non-zero factors, as for boxes of radius 2 and more.
/// Tensor cores do twice the operations of the FMA pipe at half of the energy.
///
/// The schedule is legal if an update is one chain of fma operations over neighbours of one field.
/// Results that the zero factors may change (infinite, NaN or zero), and cells near faces, are
/// computed as by naive kernels (stencilc/TensorCore.h).
#include "plan/interface/Schedule.h"
#include "analysis/KernelFacts.h"
#include "plan/cost/FusedSteps.h"
#include "plan/interface/OptionTable.h"
#include "plan/interface/RemainderKernels.h"
#include "schedules/tensorcore/Cost.h"
#include "schedules/tensorcore/Lower.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Values of the options of the schedule `tensorcore`.
struct TensorOptions {
  int steps = 2;  // time steps in one sweep
  int warps = 8;  // per block; a warp computes 64 cells of a row
  int chunks = 0; // ranges of rows, one per block; 0: chosen at run time
};

const OptionTable<TensorOptions> &tensorOptions() {
  using Options = TensorOptions;
  static const OptionTable<Options> table({
      {"steps", &Options::steps, "time steps in one sweep", {"2", "3", "4", "5", "6"}},
      {"warps", &Options::warps, "warps per block, of 64 cells each", {"4", "8", "12", "16"}},
      {"chunks",
       &Options::chunks,
       "chunks of the last axis; auto: chosen at run time, from the extents and the device",
       {"auto"},
       OptionForm::IntegerOrListed},
  });
  return table;
}

class Tensorcore : public Schedule {
public:
  llvm::StringRef name() const override { return "tensorcore"; }
  llvm::StringRef summary() const override {
    return "dense neighbourhoods in the plane on tensor cores, several time steps in one sweep";
  }
  ScheduleTraits traits() const override { return {.canCoexist = true}; }
  /// Returns true if the planner considers the schedule without a request: if tensor cores can
  /// compute the update, and its radius is at least 2. With radius 1, 15 of 24 products would have
  /// factor zero.
  bool isProposed(const analysis::Facts &facts) const override {
    std::string reason;
    const std::optional<DenseUpdate> update = denseUpdateOf(facts, reason);
    return update && update->radius >= 2;
  }

  std::vector<OptionSpec> options() const override {
    std::vector<OptionSpec> specs = tensorOptions().specs();
    specs.push_back(restOption("time steps of each kernel for remainder steps, joined by +; auto: "
                               "those that pay off"));
    return specs;
  }

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
    lowerTensorSteps(module, facts, kernel.shapeAs<TensorShape>());
  }
  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    return propose(facts, target, request).plans;
  }

  Proposal propose(const analysis::Facts &facts, const Target &target,
                   const ScheduleRequest &request) const override {
    if (!target.has.doubleProducts)
      return {Fit::no("matrix products in f64 need sm_90; use wavefront"), {}};
    if (Fit fused = fitFusedSteps(facts.program, "sweep"); !fused.legal)
      return {fused, {}};
    std::string reason;
    const std::optional<DenseUpdate> update = denseUpdateOf(facts, reason);
    if (!update)
      return {Fit::no(reason), {}};
    std::vector<Plan> plans = plansOf(facts, target, *update, request, reason);
    if (request.options.empty()) // without a request
      llvm::erase_if(plans, spillsMuch);
    RestPlans rest(facts, [&](int depth, RestPlans::Take take) {
      std::string unused;
      ScheduleRequest asked{"tensorcore", {}};
      tensorOptions().ask(asked, &TensorOptions::steps, {.steps = depth});
      for (const Plan &plan : plansOf(facts, target, *update, asked, unused))
        if (!spillsMuch(plan))
          take(plan);
    });
    const RestRequest restAsked = restOf(request);
    llvm::erase_if(plans, [&](Plan &plan) { return !rest.addTo(plan, restAsked, reason); });
    return {plans.empty() ? Fit::no(reason) : Fit::yes(), std::move(plans)};
  }

private:
  static constexpr int kFewestSteps = 2, kMostSteps = 6;

  /// Returns true if more than eight registers of a lane (thread of a warp) spill to local memory,
  /// as counted by spilledOf(). The planner uses such plans only on request.
  static bool spillsMuch(const Plan &plan) { return plan.fusedKernel.estimate.spilled > 0; }

  /// Returns the number of registers of a lane (thread of a warp) that spill to local memory, if it
  /// can have `registers` registers. Returns 0 if up to eight spill, which costs little because
  /// they stay in L1. With 25 points, five time steps spill six registers, and are 1.5% faster than
  /// four.
  static int spilledOf(const TensorShape &shape, int registers) {
    constexpr int kFew = 8;
    const int beyond = registersOfProducts(shape) - registers;
    return beyond > kFew ? beyond : 0;
  }

  /// Returns the plans for `update` that respect `request` and fit the target. Numbers of time
  /// steps and warps that the request leaves open take all possible values. If a plan does not fit,
  /// sets `reason` to a message for the user.
  static std::vector<Plan> plansOf(const analysis::Facts &facts, const Target &target,
                                   const DenseUpdate &update, const ScheduleRequest &request,
                                   std::string &reason) {
    const AskedOptions<TensorOptions> asked = tensorOptions().parse(request);
    const std::optional<int> steps = asked(&TensorOptions::steps),
                             warps = asked(&TensorOptions::warps);
    std::vector<Plan> plans;
    TensorShape shape;
    shape.update = update;
    shape.chunks = asked(&TensorOptions::chunks).value_or(0);
    for (int axis = 0; axis < 2; ++axis)
      shape.isPeriodic[axis] =
          facts.faces[facts.program.stages[ir::StageId{0}].target].at(axis, Side::Low).isPeriodic();
    shape.again = computesFaces(facts, shape, 0) || computesFaces(facts, shape, 1);
    shape.endCost = endCostOf(facts, shape);
    shape.isQuiet = zeroStaysZero(facts);
    const int first = std::max(steps.value_or(kFewestSteps), kFewestSteps);
    const int last = std::min(steps.value_or(kMostSteps), kMostSteps);
    for (shape.steps = first; shape.steps <= last; ++shape.steps)
      for (const int of : {4, 8, 12, 16}) {
        shape.warps = of;
        if (of != warps.value_or(of))
          continue;
        if (Fit fits = fitShape(shape, target); !fits.legal)
          reason = fits.reason;
        else if (warps || of > 4)
          plans.push_back(planOf(facts, target, shape));
      }
    return plans;
  }

  /// Returns true if all cells beyond the faces are +0 whenever all cells of the grid are +0.
  static bool zeroStaysZero(const analysis::Facts &facts) {
    for (const auto &ends : facts.faces[facts.program.stages[ir::StageId{0}].target].faces)
      for (const analysis::Face &face : ends)
        if (face.given() && !face.zeroFillSuffices())
          return false;
    return true;
  }

  /// Returns true if an updated cell reads beyond a face of `axis` that is not periodic. Frozen
  /// cells (boundary cells that keep their values) do not count as updated.
  static bool computesFaces(const analysis::Facts &facts, const TensorShape &shape, int axis) {
    const Reach kept = analysis::KernelFacts(facts, 0).commonFrozen.value_or(Reach{});
    return !shape.isPeriodic[axis] &&
           std::min(kept.low[axis], kept.high[axis]) < shape.update.radius;
  }

  /// Returns the predicted time of the first or last strip (range of x, one tile wide), in percent
  /// of the time of another strip. The strip is slower because it has frozen cells (which keep
  /// their values), or because cells near the face are updated without tensor cores. Measured on an
  /// H200 with 25 and 49 points (bench/log/speed/2026-11-28-equal-strips.md).
  static int endCostOf(const analysis::Facts &facts, const TensorShape &shape) {
    if (!computesFaces(facts, shape, 0))
      return 130;
    return facts.faces[facts.program.stages[ir::StageId{0}].target].giveValues() ? 200 : 160;
  }

  static Fit fitShape(const TensorShape &shape, const Target &target) {
    if (shape.tile().sharedBytes() > target.sharedBytesPerBlock)
      return Fit::no(llvm::formatv("its rows need {0} bytes of shared memory, and a block of {1} "
                                   "has {2}; use fewer steps= or warps=",
                                   shape.tile().sharedBytes(), target.name,
                                   target.sharedBytesPerBlock)
                         .str());
    return Fit::yes();
  }

  static Plan planOf(const analysis::Facts &facts, const Target &target, const TensorShape &shape) {
    const Plan single = findSchedule("naive")->candidates(facts, target, {}).front();
    Plan plan;
    plan.schedule = "tensorcore";
    plan.target = target;
    plan.kernels = single.kernels;
    plan.options = tensorOptions().print(
        {.steps = shape.steps, .warps = shape.warps, .chunks = shape.chunks}, facts.program.rank());
    plan.fused = FusedPlan{.steps = shape.steps};
    KernelPlan &kernel = plan.fusedKernel;
    kernel.block[0] = shape.warps * target.warpWidth;
    kernel.cellsPerThread = 4;
    kernel.sweepAxis = 1;
    kernel.prefetch = shape.tile().ahead();
    kernel.engine = CopyEngine::Async;
    kernel.sharedBytes = shape.tile().sharedBytes();
    const int most = target.registersPerSm / (shape.warps * target.warpWidth) / 8 * 8;
    kernel.registers = std::min({registersOfProducts(shape), most, target.registersPerThread});
    kernel.residentBlocks = 1;
    kernel.shape = std::make_shared<TensorShape>(shape);
    const Traffic traffic = trafficOfProducts(facts, target, shape);
    kernel.redundancy = traffic.work;
    kernel.estimate = estimateOfProducts(traffic, target);
    kernel.estimate.spilled = spilledOf(shape, kernel.registers);
    plan.cost = costOfSteps(facts, shape.steps, kernel.estimate.seconds, single.cost);
    plan.notes = {llvm::formatv("{0} time steps a sweep; {1} of {2} products of a patch are with "
                                "neighbours of the cell",
                                shape.steps, shape.update.taps(), shape.products())
                      .str(),
                  llvm::formatv("strips of {0} cells; {1:F2} times the work of the cells stored",
                                shape.tile().stored(), traffic.work)
                      .str()};
    return plan;
  }
};

} // namespace

const Schedule &scheduleTensorcore() {
  static const Tensorcore tensorcore;
  return tensorcore;
}

} // namespace stencilc::schedules
