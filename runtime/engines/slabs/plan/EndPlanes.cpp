/// \file Divides the planes of a slab (planes of one device) into two ends and the planes between,
/// and chooses the number of planes in each end.
#include "runtime/engines/slabs/plan/EndPlanes.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

EndPieces::EndPieces(PlaneRange planes, int height, bool hasLow, bool hasHigh) {
  const int low = hasLow ? std::min(planes.end, planes.begin + height) : planes.begin;
  const int high = hasHigh ? std::max(low, planes.end - height) : planes.end;
  of[kLowEnd] = {planes.begin, low};
  of[kHighEnd] = {high, planes.end};
  of[kBetween] = {low, high};
}

/// Simulates a launch that sweeps `planes` planes. A chunk is the range of planes that one block
/// sweeps. Each chunk goes to the multiprocessor in `places` that is free first, after the chunks
/// of earlier launches.
static void addLaunch(detail::Places &places, const SweptColumns &swept, int planes) {
  if (planes > 0)
    detail::addChunks(places, swept.inStep(), balancedChunks(swept, planes));
}

int bestEndHeight(const SweptColumns &swept, int planes, int sides, int halo, double exchange) {
  constexpr int kMostTried = 64;
  const int highest = sides > 0 ? planes / (sides + 1) : 0;
  const int step = std::max(1, (highest - halo) / kMostTried);
  int best = halo;
  double fewest = 0;
  for (int height = halo; height == halo || height <= highest; height += step) {
    detail::Places places(swept.atOnce);
    for (int side = 0; side < sides; ++side)
      addLaunch(places, swept, height);
    const double done = places.end + exchange;
    addLaunch(places, swept, planes - sides * height);
    const double steps = std::max(done, places.end);
    if (height == halo || steps < 0.999 * fewest) {
      fewest = steps;
      best = height;
    }
  }
  return best;
}

} // namespace stencilc::inline STENCILC_SPACE
