/// \file Computes which planes of a divided domain each part (the slab of one device) owns and
/// stores.
#include "runtime/engines/slabs/plan/Decomposition.h"
#include "stencilc/Tiles.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

PlaneRange Decomposition::owned(int part) const {
  return {chunkBegin(planes, part, parts), chunkBegin(planes, part + 1, parts)};
}

PlaneRange Decomposition::around(int part, int more) const {
  const PlaneRange own = owned(part);
  if (isPeriodic)
    return {own.begin - more, own.end + more};
  return {std::max(0, own.begin - more), std::min(planes, own.end + more)};
}

int Decomposition::partOf(int plane) const {
  int part = static_cast<int>(Int64{plane} * parts / planes);
  while (plane >= owned(part).end)
    ++part;
  while (plane < owned(part).begin)
    --part;
  return part;
}

int Decomposition::neighbour(int part, SlabSide side) const {
  const int next = part + (side == SlabSide::Low ? -1 : 1);
  if (next >= 0 && next < parts)
    return next;
  return isPeriodic ? (next + parts) % parts : -1;
}

int Decomposition::shift(int part, SlabSide side) const {
  if (side == SlabSide::Low)
    return part == 0 ? planes : 0;
  return part == parts - 1 ? -planes : 0;
}

} // namespace stencilc::inline STENCILC_SPACE
