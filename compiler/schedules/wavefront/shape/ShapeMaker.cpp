/// \file Makes the wavefront shapes of many plans of one program.
#include "schedules/wavefront/shape/ShapeMaker.h"

namespace stencilc::schedules {

using plan::FusedPlan;

const ShapeMaker::Skewed &ShapeMaker::skewFor(const FusedPlan &plan) {
  const Neighbours neighbours = {plan.laneDelay, facts.program.rank() == 3 ? plan.rowDelay : 0,
                                 plan.ownDelay, isSingleKernel(facts, plan)};
  const auto [entry, isNew] = skews.try_emplace(neighbours);
  if (isNew)
    if (std::optional<TimeSkew> skew = makeTimeSkew(facts, neighbours, entry->second.reason))
      entry->second.skew = std::make_shared<TimeSkew>(std::move(*skew));
  return entry->second;
}

std::optional<WavefrontShape> ShapeMaker::make(const FusedPlan &plan, std::string &reason) {
  const Skewed &skewed = skewFor(plan);
  if (!skewed.skew) {
    reason = skewed.reason;
    return std::nullopt;
  }
  return shapeOf(facts, plan, skewed.skew, reason);
}

std::optional<TileAxis> ShapeMaker::tilesAcross(const FusedPlan &plan) {
  const Skewed &skewed = skewFor(plan);
  return skewed.skew ? schedules::tilesAcross(facts, plan, skewed.skew) : std::nullopt;
}

std::optional<WavefrontShape> makeWavefrontShape(const analysis::Facts &facts,
                                                 const FusedPlan &plan, std::string &reason) {
  return ShapeMaker(facts).make(plan, reason);
}

} // namespace stencilc::schedules
