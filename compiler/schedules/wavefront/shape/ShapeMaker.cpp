/// \file Makes the wavefront shapes of many plans of one program.
#include "schedules/wavefront/shape/ShapeMaker.h"

namespace stencilc::schedules {

using plan::FusedPlan;

const ShapeMaker::Skewed &ShapeMaker::skewFor(const FusedPlan &plan) {
  const Neighbours neighbours = {plan.laneDelay, facts.program.rank() == 3 ? plan.rowDelay : 0,
                                 plan.ownDelay, isSingleKernel(facts, plan)};
  const auto [entry, isNew] = skews.try_emplace(neighbours);
  if (isNew)
    entry->second.skew = makeTimeSkew(facts, neighbours, entry->second.reason);
  return entry->second;
}

std::optional<WavefrontShape> ShapeMaker::make(const FusedPlan &plan, std::string &reason) {
  if (last && last->plan == plan)
    return last;
  const Skewed &skewed = skewFor(plan);
  if (!skewed.skew) {
    reason = skewed.reason;
    return std::nullopt;
  }
  std::optional<WavefrontShape> shape = shapeOf(facts, plan, *skewed.skew, reason);
  if (shape)
    last = shape;
  return shape;
}

std::optional<WavefrontShape> makeWavefrontShape(const analysis::Facts &facts,
                                                 const FusedPlan &plan, std::string &reason) {
  return ShapeMaker(facts).make(plan, reason);
}

} // namespace stencilc::schedules
