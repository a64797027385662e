/// \file Computes the windows (ranges of planes in host memory) of a domain in files, and the
/// rounds. In each round one window is read.
#include "runtime/engines/stream/plan/TierShape.h"

namespace stencilc::inline STENCILC_SPACE {

int TierShape::offset(int traversal) const {
  int sum = 0;
  for (int i = 0; i < traversal; ++i)
    sum += traversals[static_cast<std::size_t>(i)].shift();
  return sum;
}

int TierShape::steps() const {
  int sum = 0;
  for (const TraversalShape &traversal : traversals)
    sum += traversal.steps();
  return sum;
}

TraversalShape TierShape::part(int round, int traversal) const {
  TraversalShape shape = traversals[static_cast<std::size_t>(traversal)];
  shape.from = round * window - offset(traversal);
  shape.to = shape.from + window;
  shape.chunk = std::min(shape.chunk, window);
  shape.piece = std::min(shape.piece, shape.chunk);
  shape.traversalNumber = traversal;
  const bool isLast = round + 1 == rounds();
  shape.restored = isChained() && round > 0 ? stateOf(shape) : 0;
  shape.saved = isChained() && !isLast ? stateOf(shape) : 0;
  shape.continues = !isChained() && !isLast;
  shape.followsWriting = traversal > 0;
  return shape;
}

int TierShape::constantPlanes() const {
  if (traversals.empty())
    return 0;
  return std::min(planes, kWindows * window + trail() - traversals.back().shift() + mostState());
}

int TierShape::mostState() const {
  int most = 0;
  for (const TraversalShape &traversal : traversals)
    most = std::max(most, isChained() ? stateOf(traversal) : 0);
  return most;
}

TraversalShape::Range TierShape::inside(int begin) const {
  const int low = std::max(0, begin);
  return {low, std::max(low, std::min(planes, begin + window))};
}

} // namespace stencilc::inline STENCILC_SPACE
