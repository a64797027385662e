/// \file Joins launches on the three pieces of a slab (two ends and the planes between) into one
/// launch.
#include "runtime/engines/slabs/run/PieceLaunches.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

/// Calls act(address, bytes) for each kernel argument of `launch` that may differ between the
/// pieces of a slab (two ends and the planes between). `address` is where the argument's value for
/// piece `piece` is stored.
template <class Act> static void eachValue(const KernelLaunch &launch, int piece, const Act &act) {
  for (std::size_t i = 0; launch.arguments[i]; ++i)
    if (const unsigned bytes = launch.pieceBytes[i])
      act(static_cast<unsigned char *>(launch.arguments[i]) +
              std::size_t{bytes} * static_cast<std::size_t>(piece),
          bytes);
}

void PieceLaunches::begin(int of, bool last) {
  piece = of;
  isLast = last;
  next = 0;
}

PieceLaunches::Kept PieceLaunches::keep(const KernelLaunch &launch, int piece) {
  Kept kept = {launch.kernel, {launch.grid[0], launch.grid[1], launch.grid[2]}, {}};
  eachValue(launch, piece, [&](const unsigned char *place, unsigned bytes) {
    kept.values.insert(kept.values.end(), place, place + bytes);
  });
  return kept;
}

Status PieceLaunches::take(KernelLaunch &launch, bool &isWhole) {
  const std::size_t number = next++;
  isWhole = isLast;
  if (!isLast || kept[piece].size() <= number)
    kept[piece].push_back(keep(launch, piece));
  if (!isLast)
    return {};
  const int axis = launch.ends->axis;
  unsigned before[kPlanePieces + 1] = {};
  for (int p = 0; p < kPlanePieces; ++p) {
    before[p + 1] = before[p];
    if (kept[p].empty())
      continue; // the piece has no planes
    if (kept[p].size() <= number || kept[p][number].kernel != launch.kernel)
      return Status::invalid("a step launches different kernels on different planes, so its "
                             "boundary planes cannot be computed first; give exchange=ends");
    const Kept &its = kept[p][number];
    std::size_t at = 0;
    eachValue(launch, p, [&](unsigned char *place, unsigned bytes) {
      std::memcpy(place, its.values.data() + at, bytes);
      at += bytes;
    });
    before[p + 1] += its.grid[axis];
  }
  launch.grid[axis] = before[kPlanePieces];
  launch.barriers = true; // kernels count their finished blocks after a barrier
  launch.ends->highBegin = static_cast<int>(before[kHighEnd]);
  launch.ends->betweenBegin = static_cast<int>(before[kBetween]);
  launch.ends->done = done;
  return {};
}

void PieceLaunches::count(UInt32 (&blocks)[2]) const {
  for (int end = 0; end < 2; ++end) {
    blocks[end] = 0;
    for (const Kept &one : kept[end])
      blocks[end] += one.grid[0] * one.grid[1] * one.grid[2];
  }
}

} // namespace stencilc::inline STENCILC_SPACE
