/// \file Computes the rows of each strip (range of rows of every plane). The strips pass through
/// the device one after the other.
#include "runtime/engines/stream/plan/Strips.h"
#include "stencilc/Tiles.h"

namespace stencilc::inline STENCILC_SPACE {

Strip Strips::strip(int index, int steps) const {
  const int halo = steps * rowsPerStep;
  Strip strip;
  strip.owned = {chunkBegin(rows, index, count), chunkBegin(rows, index + 1, count)};
  strip.held = {std::max(0, strip.owned.begin - halo), std::min(rows, strip.owned.end + halo)};
  return strip;
}

TraversalShape Strips::sweep(const TraversalShape &traversal, int turn) {
  TraversalShape shape = traversal;
  shape.followsWriting = turn == 0;
  return shape;
}

int Strips::highest() const {
  int most = 0;
  for (int index = 0; index < count; ++index)
    most = std::max(most, strip(index, depth).held.count());
  return most;
}

double Strips::share(int steps) const {
  double all = 0;
  for (int index = 0; index < count; ++index)
    all += strip(index, steps).held.count();
  return all / rows;
}

} // namespace stencilc::inline STENCILC_SPACE
