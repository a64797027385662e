/// \file Computes the shapes (tile and buffer sizes) of the wavefront kernels of many plans of one
/// program.
#include "schedules/wavefront/shape/ShapeMaker.h"

namespace stencilc::schedules {

const ShapeMaker::Skewed &ShapeMaker::skewFor(const WavefrontOptions &plan) {
  const Neighbours neighbours = {plan.laneDelay, facts.program.rank() == 3 ? plan.rowDelay : 0,
                                 plan.ownDelay, plan::isSingleKernel(facts, plan.steps)};
  const auto [entry, isNew] = skews.try_emplace(neighbours);
  if (isNew)
    if (std::optional<TimeSkew> skew = makeTimeSkew(facts, neighbours, entry->second.reason))
      entry->second.skew = std::make_shared<TimeSkew>(std::move(*skew));
  return entry->second;
}

std::optional<WavefrontShape> ShapeMaker::make(const WavefrontOptions &plan, std::string &reason) {
  const Skewed &skewed = skewFor(plan);
  if (!skewed.skew) {
    reason = skewed.reason;
    return std::nullopt;
  }
  std::optional<WavefrontShape> shape = shapeOf(facts, plan, skewed.skew, reason);
  if (shape)
    useKnownRegisters(*shape, known);
  return shape;
}

std::optional<TileAxis> ShapeMaker::tilesAcross(const WavefrontOptions &plan) {
  const Skewed &skewed = skewFor(plan);
  return skewed.skew ? schedules::tilesAcross(facts, plan, skewed.skew) : std::nullopt;
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
