/// \file Schedule tensorcore: dense neighbourhoods in the plane as products of matrices, in f64,
/// several time steps in one sweep.
///
///     strip of 64 cells a warp           a patch: 2 rows of 4 cells, 8 columns of a product
///     +----+----+----+----+                 * * * * * * * *      the rows around it, by pairs:
///     each |    |    |    |    |  rows in        * * * * * * * *      pair enters the sums of all
///     pairs | w0 | w1 | w2 | .. |  pairs,         * * # # # # * *      of rows around it, which
///     wait in |    |    |    |    |  upwards        * * # # # # * *      registers
///     +----+----+----+----+                 ...
///
/// Stencils as matrix products are those of TCStencil (Liu et al. 2022) and ConvStencil (Chen et
/// al. 2024), which round as they like; here the sum runs over the cells of the rows in canonical
/// order, and tensor cores add double precision as a chain of fma does, so that bits stay what they
/// are. Rows of all time steps are in shared memory, as in N.5D blocking.
///
/// Good where most products are with neighbours that belong to the cell: boxes of radius 2 and
/// more. Tensor cores do twice the operations of the FMA pipe at half of the energy.
///
/// Legal where an update is one chain of fma over neighbours of one field. What zeros in between
/// may change, results that are infinite, NaN or zero, and cells near faces are computed as by
/// naive kernels (stencilc/TensorCore.h).
#include "plan/Schedule.h"
#include "plan/CostModel.h"
#include "plan/FusedSteps.h"
#include "plan/LaunchGrid.h"
#include "plan/Options.h"
#include "schedules/tensorcore/Lower.h"
#include "stencilc/Tiles.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <array>

namespace stencilc::schedules {

using namespace plan;

namespace {

class Tensorcore : public Schedule {
public:
  llvm::StringRef name() const override { return "tensorcore"; }
  llvm::StringRef summary() const override {
    return "dense neighbourhoods in the plane by tensor cores, several time steps in one sweep";
  }
  TargetKind target() const override { return TargetKind::Cuda; }
  bool isProposed(const analysis::Facts &) const override { return false; }

  std::vector<OptionSpec> options() const override {
    return {{"steps", "time steps in one sweep", {"2", "3", "4", "5", "6"}},
            {"warps", "warps per block, of 64 cells each", {"4", "8", "12", "16"}},
            {"chunks",
             "parts of the last axis; auto: by the extents and the device, at run time",
             {"auto"},
             OptionForm::IntegerOrListed}};
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
      return {Fit::no("products of f64 matrices are of sm_90; use wavefront"), {}};
    if (Fit fused = fitFusedSteps(facts.program, "sweep"); !fused.legal)
      return {fused, {}};
    TensorShape shape;
    std::string reason;
    const std::optional<DenseUpdate> update = denseUpdateOf(facts, reason);
    if (!update)
      return {Fit::no(reason), {}};
    shape.update = *update;
    shape.steps = intOption(request, "steps").value_or(standardSteps(update->radius));
    shape.warps = intOption(request, "warps").value_or(12);
    shape.chunks = intOption(request, "chunks").value_or(0);
    for (int axis = 0; axis < 2; ++axis)
      shape.goesRound[axis] =
          facts.faces[facts.program.stages[ir::StageId{0}].target].at(axis, Side::Low).goesRound();
    shape.again = computesFaces(facts, shape);
    if (Fit fits = fitShape(shape, target); !fits.legal)
      return {fits, {}};
    return {Fit::yes(), {planOf(facts, target, shape)}};
  }

private:
  static int standardSteps(int radius) { return radius <= 2 ? 4 : 2; }

  /// Whether some cells whose updates read beyond a face do not keep their values.
  static bool computesFaces(const analysis::Facts &facts, const TensorShape &shape) {
    const Reach kept =
        analysis::KernelFacts(facts, 0).commonFrozen.value_or(Reach{});
    return llvm::any_of(std::array{0, 1}, [&](int axis) {
      return !shape.goesRound[axis] &&
             std::min(kept.low[axis], kept.high[axis]) < shape.update.radius;
    });
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

  /// Sums that wait, factors and cells of a product, beside all else.
  static int registersOf(const TensorShape &shape) {
    const int radius = shape.update.radius, quads = radius + 2;
    return 50 + 8 * radius * shape.steps + 2 * (radius + 1) * quads + 4 * quads;
  }

  static Plan planOf(const analysis::Facts &facts, const Target &target, const TensorShape &shape) {
    const Plan single = findSchedule("naive")->candidates(facts, target, {}).front();
    Plan plan;
    plan.schedule = "tensorcore";
    plan.target = target;
    plan.kernels = single.kernels;
    plan.options = {{"steps", std::to_string(shape.steps)},
                    {"warps", std::to_string(shape.warps)},
                    {"chunks", shape.chunks ? std::to_string(shape.chunks) : "auto"}};
    plan.fused = FusedPlan{
        .steps = shape.steps, .cells = 4, .warps = shape.warps, .ahead = 2, .chunks = shape.chunks};
    KernelPlan &kernel = plan.fusedKernel;
    kernel.block[0] = shape.warps * target.warpWidth;
    kernel.cellsPerThread = 4;
    kernel.sweepAxis = 1;
    kernel.prefetch = 2;
    kernel.sharedBytes = shape.tile().sharedBytes();
    const int most = target.registersPerSm / (shape.warps * target.warpWidth) / 8 * 8;
    kernel.registers = std::min({registersOf(shape), most, target.registersPerThread});
    kernel.residentBlocks = 1;
    kernel.shape = std::make_shared<TensorShape>(shape);
    const Traffic traffic = trafficOf(facts, target, shape);
    kernel.redundancy = traffic.work;
    machine::KernelShares shares = target.shares.plane;
    shares.sharedRate = target.sharedBytesPerCycle;
    kernel.estimate = estimate(traffic, shares, target);
    kernel.estimate.spilled = registersOf(shape) - kernel.registers;
    plan.cost = costOfSteps(facts, shape.steps, kernel.estimate.seconds, single.cost);
    plan.notes = {llvm::formatv("{0} time steps a sweep; {1} of {2} products of a patch are with "
                                "neighbours of the cell",
                                shape.steps, shape.update.taps(), productsOf(shape))
                      .str(),
                  llvm::formatv("strips of {0} cells; {1:F2} times the work of the cells stored",
                                shape.tile().stored(), traffic.work)
                      .str()};
    return plan;
  }

  /// Products of a cell, with zeros too.
  static int productsOf(const TensorShape &shape) {
    return (shape.update.radius + 1) * 4 * (shape.update.radius + 2);
  }

  static Traffic trafficOf(const analysis::Facts &facts, const Target &target,
                           const TensorShape &shape) {
    constexpr double kFaster = 2;            // than the FMA pipe
    constexpr double kLaneInstructions = 40; // of four cells, beside those for quads
    const Extents extents = plannedExtents(facts.program);
    const double quads = shape.update.radius + 2;
    Traffic traffic;
    traffic.memoryBytes = 16.0 / shape.steps;
    traffic.sharedBytes = 4 * quads + 8;
    traffic.doubles = productsOf(shape) / kFaster;
    traffic.instructions = (6 * quads + kLaneInstructions) / 4;
    const auto columns = int(ceilDiv(extents[0], std::int64_t(shape.tile().stored())));
    const int pairs = int(ceilDiv(extents[1], std::int64_t{2})), extra = shape.tile().extraPairs();
    const double cost = shape.again ? kRepeatTileCost : kFlushTileCost;
    const int ends = std::min(columns, 2), inner = columns - ends;
    const int atOnce = target.multiprocessors;
    const int chunks = shape.chunks
                           ? shape.chunks
                           : chooseChunks(inner, ends, atOnce, pairs, extra, 2 * extra + 1, cost);
    const double waves = detail::wavesOf(std::int64_t(inner) * chunks, std::int64_t(ends) * chunks,
                                         atOnce, cost);
    const double steps = waves * (ceilDiv(pairs, chunks) + extra);
    const double perStep = 2.0 * shape.tile().width() / (double(extents[0]) * double(extents[1]));
    traffic.work = steps * target.multiprocessors * perStep;
    traffic.computed = columns * (pairs + double(chunks) * extra) * perStep;
    return traffic;
  }
};

} // namespace

const Schedule &scheduleTensorcore() {
  static const Tensorcore tensorcore;
  return tensorcore;
}

} // namespace stencilc::schedules
