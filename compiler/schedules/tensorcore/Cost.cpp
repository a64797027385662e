/// \file Predicts the cost of plans of schedule tensorcore: matrix products, traffic and waiting.
#include "schedules/tensorcore/Cost.h"
#include "plan/cost/LaunchGrid.h"
#include "stencilc/StripShares.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

/// Returns the predicted number of registers of a lane (thread of a warp) for partial sums,
/// factors, cells and results of a product. Counted in compiled kernels. Odd radii need more,
/// because a group of four values, the operand of a tensor core, can then span two rows.
int registersOfProducts(const TensorShape &shape) {
  const int radius = shape.update.radius, quads = radius + 2;
  const int beside = (shape.warps > 8 ? 46 : 74) + radius % 2 * 4;
  return 8 * radius * shape.steps + 2 * (radius + 1) * quads + 4 * quads + 8 + beside;
}

/// Returns the fractions of peak rates with which the cost model converts bytes and instructions of
/// kernels with tensor cores to time. With these fractions, the model assumes that all resources of
/// a multiprocessor work in parallel, so that only the slowest counts. The function stepCycles()
/// adds the time that does not overlap.
static machine::KernelShares sharesOf(const Target &target) {
  return {.copy = target.shares.plane.copy,
          .sharedRate = target.sharedBytesPerCycle,
          .loss = target.shares.plane.loss};
}

/// Returns the cycles of a multiprocessor, in one step of the sweep, that do not overlap with
/// matrix products. With more than 8 warps they are larger for odd radii, because registers spill.
/// Fitted on an H200: eight plans of 25 and 49 points on grids of 4096 squared and more are
/// predicted within 3%. Smaller grids are predicted 5 to 18% too fast
/// (bench/log/speed/2026-11-28-equal-strips.md).
static double stepCycles(const TensorShape &shape) {
  const bool isOdd = shape.update.radius % 2;
  return shape.warps > 8 ? (isOdd ? 700 : 20) : (isOdd ? 340 : 380);
}

static StripShares stripsOf(const TensorShape &shape, const Extents &extents,
                            const Target &target) {
  const StripColumns swept{.columns = int(ceilDiv(extents[0], std::int64_t(shape.tile().stored()))),
                           .rows = int(extents[1]),
                           .extra = shape.tile().extraPairs(),
                           .cost = shape.endCost};
  return shape.chunks ? shareStripsInChunks(swept, shape.chunks)
                      : shareStrips(swept, target.multiprocessors);
}

/// Sets two members of `traffic`. `computed` is the number of cells that blocks compute, per cell
/// of the grid. `work` also counts cells that idle multiprocessors could compute until the last
/// block ends. Adds the fixed time of a launch to `traffic.stalls`.
static void addBlocks(Traffic &traffic, const TensorShape &shape, const Extents &extents,
                      const Target &target) {
  constexpr double kLaunchCycles = 16000; // until the first step, and for rows at faces
  const StripShares shares = stripsOf(shape, extents, target);
  const double steps = shares.steps * std::max(1, ceilDiv(shares.blocks(), target.multiprocessors));
  const double cells = cellsOf(extents);
  const double perStep = 2.0 * shape.tile().width() / cells;
  traffic.work = steps * target.multiprocessors * perStep;
  traffic.stalls += kLaunchCycles * target.multiprocessors / (cells * shape.steps * traffic.work);
  traffic.computed = (double(shares.swept.columns) * shares.swept.pairs() +
                      double(shares.blocks()) * shares.swept.extra) *
                     perStep;
}

Traffic trafficOfProducts(const analysis::Facts &facts, const Target &target,
                          const TensorShape &shape) {
  constexpr double kLaneInstructions = 12; // of a time step, without loads of quads
  constexpr double kStepInstructions = 120;
  const double quads = shape.update.radius + 2, lanes = 4.0 * shape.steps;
  Traffic traffic;
  traffic.memoryBytes = 16.0 / shape.steps;
  traffic.sharedBytes = 4 * quads + 8;
  traffic.products = shape.products();
  traffic.instructions = (2 * quads + kLaneInstructions) / 4 + kStepInstructions / lanes;
  traffic.stalls = stepCycles(shape) / (2.0 * shape.tile().width() * shape.steps);
  addBlocks(traffic, shape, plannedExtents(facts.program), target);
  return traffic;
}

Estimate estimateOfProducts(const Traffic &traffic, const Target &target) {
  return estimate(traffic, sharesOf(target), target);
}

} // namespace stencilc::schedules
