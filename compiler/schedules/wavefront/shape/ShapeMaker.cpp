/// \file Computes the shapes (tile and buffer sizes) of the wavefront kernels of many plans of one
/// program.
#include "schedules/wavefront/shape/ShapeMaker.h"

namespace stencilc::schedules {

std::shared_ptr<const TimeSkew> ShapeMaker::skewFor(const WavefrontOptions &plan) {
  const Neighbours neighbours = {plan.laneDelay, facts.program.rank() == 3 ? plan.rowDelay : 0,
                                 plan.ownDelay, plan::isSingleKernel(facts, plan.steps)};
  std::shared_ptr<const TimeSkew> &skew = skews[neighbours];
  if (!skew)
    skew = std::make_shared<TimeSkew>(makeTimeSkew(facts, neighbours));
  return skew;
}

std::optional<WavefrontShape> ShapeMaker::make(const WavefrontOptions &plan, std::string &reason) {
  std::optional<WavefrontShape> shape = shapeOf(facts, plan, skewFor(plan), reason);
  if (shape)
    useKnownRegisters(*shape, known);
  return shape;
}

std::optional<TileAxis> ShapeMaker::tilesAcross(const WavefrontOptions &plan) {
  return schedules::tilesAcross(facts, plan, skewFor(plan));
}

std::optional<WavefrontShape> makeWavefrontShape(const analysis::Facts &facts,
                                                 const WavefrontOptions &plan,
                                                 std::string &reason) {
  return ShapeMaker(facts).make(plan, reason);
}

void WavefrontShape::describe(llvm::json::Object &kernel) const {
  kernel["cells"] = plan.cells;
  kernel["rows"] = plan.rows;
  kernel["warps"] = plan.warps;
  kernel["ahead"] = plan.ahead;
  kernel["group"] = plan.group;
  kernel["chunks"] = plan.chunks;
  kernel["wholePlanes"] = plan.isWhole;
  kernel["laneDelay"] = plan.laneDelay;
  kernel["ownDelay"] = plan.ownDelay;
  kernel["rowDelay"] = plan.rowDelay;
  kernel["tensors"] = plan.tensors();
}

} // namespace stencilc::schedules
