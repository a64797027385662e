/// \file Rounds and windows of chained passes.
#include "stencilc/stream/TierShape.h"

namespace stencilc::inline STENCILC_SPACE {

int TierShape::offset(int pass) const {
  int sum = 0;
  for (int i = 0; i < pass; ++i)
    sum += passes[static_cast<std::size_t>(i)].shift();
  return sum;
}

int TierShape::steps() const {
  int sum = 0;
  for (const StreamShape &pass : passes)
    sum += pass.steps();
  return sum;
}

StreamShape TierShape::part(int round, int pass) const {
  StreamShape shape = passes[static_cast<std::size_t>(pass)];
  shape.from = round * window - offset(pass);
  shape.to = shape.from + window;
  shape.chunk = std::min(shape.chunk, window);
  shape.piece = std::min(shape.piece, shape.chunk);
  shape.passNumber = pass;
  const bool isLast = round + 1 == rounds();
  shape.restored = isChained() && round > 0 ? stateOf(shape) : 0;
  shape.saved = isChained() && !isLast ? stateOf(shape) : 0;
  shape.continues = !isChained() && !isLast;
  shape.followsWriting = pass > 0;
  return shape;
}

int TierShape::constantPlanes() const {
  if (passes.empty())
    return 0;
  return std::min(planes, kWindows * window + trail() - passes.back().shift() + mostState());
}

int TierShape::mostState() const {
  int most = 0;
  for (const StreamShape &pass : passes)
    most = std::max(most, isChained() ? stateOf(pass) : 0);
  return most;
}

StreamShape::Range TierShape::inside(int begin) const {
  const int low = std::max(0, begin);
  return {low, std::max(low, std::min(planes, begin + window))};
}

} // namespace stencilc::inline STENCILC_SPACE
