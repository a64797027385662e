/// \file Computes where each plane of a field is stored between traversals (passes of all planes
/// through the device).
#include "runtime/engines/stream/store/HomePlanes.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

HomePlanes::Place HomePlanes::at(int number, int traversals) const {
  const int z = number - first;
  const int which = traversals % 2; // one of two locations
  if (z < alternating)
    return {host + planeBytes * std::uint64_t(which * alternating + z), false, alternating - z};
  const int below = residentBelow(z), inside = (z - alternating) % period;
  const int to = std::min(planes - z, (inside < resident ? resident : period) - inside);
  if (inside < resident)
    return {device + planeBytes * std::uint64_t(below), true, to};
  return {host + planeBytes * std::uint64_t(alternating + z - below), false, to};
}

int HomePlanes::residentBelow(int z) const {
  const int rest = std::max(0, z - alternating);
  return rest / period * resident + std::min(rest % period, resident);
}

} // namespace stencilc::inline STENCILC_SPACE
