/// \file What the plans of schedule tensorcore cost: the products, what memory moves, and a
/// number of cycles for each step of the sweep.
#include "schedules/tensorcore/Cost.h"
#include "plan/LaunchGrid.h"
#include "stencilc/StripShares.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

/// Sums that wait, factors, cells and results of a product; what is beside them was counted in
/// machine code. Odd radii have quads of two rows.
int registersOfProducts(const TensorShape &shape) {
  const int radius = shape.update.radius, quads = radius + 2;
  const int beside = (shape.warps > 8 ? 46 : 74) + radius % 2 * 4;
  return 8 * radius * shape.steps + 2 * (radius + 1) * quads + 4 * quads + 8 + beside;
}

/// Nothing adds to the slowest of a multiprocessor's resources but what a step of the sweep
/// takes anyway (stepCycles).
static machine::KernelShares sharesOf(const Target &target) {
  return {.copy = target.shares.plane.copy,
          .sharedRate = target.sharedBytesPerCycle,
          .loss = target.shares.plane.loss,
          .lossInside = 0};
}

/// Cycles of a step of the sweep beside its products, as an H100 and an H200 have alike: with them
/// four plans of 25 taps by 4 to 6 steps and three of 49 are predicted within 2%. Quads of odd
/// radii are two rows and take more registers, which spill where 12 warps share them.
static double stepCycles(const TensorShape &shape) {
  const bool isOdd = shape.update.radius % 2;
  return shape.warps > 8 ? (isOdd ? 850 : 170) : (isOdd ? 450 : 410);
}

Traffic trafficOfProducts(const analysis::Facts &facts, const Target &target,
                          const TensorShape &shape) {
  constexpr double kLaneInstructions = 12; // of a time step, beside those that load quads
  constexpr double kStepInstructions = 120;
  const Extents extents = plannedExtents(facts.program);
  const double quads = shape.update.radius + 2, lanes = 4.0 * shape.steps;
  Traffic traffic;
  traffic.memoryBytes = 16.0 / shape.steps;
  traffic.sharedBytes = 4 * quads + 8;
  traffic.products = shape.products();
  traffic.instructions = (2 * quads + kLaneInstructions) / 4 + kStepInstructions / lanes;
  traffic.stalls = stepCycles(shape) / (2.0 * shape.tile().width() * shape.steps);
  const StripColumns swept{.columns = int(ceilDiv(extents[0], std::int64_t(shape.tile().stored()))),
                           .rows = int(extents[1]),
                           .extra = shape.tile().extraPairs(),
                           .cost = shape.endCost()};
  const StripShares shares = shape.chunks ? shareStripsInChunks(swept, shape.chunks)
                                          : shareStrips(swept, target.multiprocessors);
  const double steps = shares.steps * std::max(1, ceilDiv(shares.blocks(), target.multiprocessors));
  const double perStep = 2.0 * shape.tile().width() / (double(extents[0]) * double(extents[1]));
  traffic.work = steps * target.multiprocessors * perStep;
  traffic.computed =
      (double(swept.columns) * swept.pairs() + double(shares.blocks()) * swept.extra) * perStep;
  return traffic;
}

Estimate estimateOfProducts(const Traffic &traffic, const Target &target) {
  return estimate(traffic, sharesOf(target), target);
}

} // namespace stencilc::schedules
