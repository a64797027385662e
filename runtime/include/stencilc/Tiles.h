/// \file How overlapping tiles cover an axis, and how the swept axis is cut into chunks.
///
/// A tile of a kernel that fuses time steps computes more cells than it stores: towards its edge,
/// the later steps lack neighbours. Tiles overlap by these halos, except at the ends of the axis,
/// where there is nothing beyond that could be missing.
#pragma once

#include "stencilc/Platform.h"
#include <cstdint>

namespace stencilc {

/// Tiles along one axis, all lengths in cells. The first tile begins `ghost` cells before the axis
/// and stores up to `first`, every other tile stores `stride` cells and begins `halo` before them.
struct TileAxis {
  int tile, halo, stride, first;
  int ghost, ghostHigh; // cells beyond the ends that tiles compute or hold values of faces in

  STENCILC_HD constexpr int storedBegin(int index) const {
    return index == 0 ? 0 : first + (index - 1) * stride;
  }
  /// Of `count` tiles on an axis of `n` cells.
  STENCILC_HD constexpr int storedEnd(int index, int count, int n) const {
    return index == count - 1 ? n : first + index * stride;
  }
  /// The first cell of a tile; may be negative.
  STENCILC_HD constexpr int begin(int index) const {
    return index == 0 ? -ghost : storedBegin(index) - halo;
  }
  /// The fewest tiles that cover `n` cells and what lies beyond.
  constexpr int count(int n) const {
    int tiles = 1;
    while (begin(tiles - 1) + tile < n + ghostHigh)
      ++tiles;
    return tiles;
  }
};

/// The number of chunks into which `cells` planes are cut so that `columns` columns of tiles, of
/// which `atOnce` run at a time, take the fewest steps: each chunk takes `extra` more steps than it
/// has planes. Chunks keep at least `least` planes.
constexpr int chooseChunks(int columns, int atOnce, int cells, int extra, int least) {
  int best = 1;
  double fewest = 0;
  for (int chunks = 1; chunks == 1 || ceilDiv(cells, chunks) >= least; ++chunks) {
    const double waves = ceilDiv(std::int64_t(columns) * chunks, std::int64_t(atOnce));
    const double steps = waves * (ceilDiv(cells, chunks) + extra);
    if (chunks == 1 || steps < 0.995 * fewest) {
      best = chunks;
      fewest = steps;
    }
  }
  return best;
}

/// Where a chunk begins: chunks differ by at most one plane.
STENCILC_HD constexpr int chunkBegin(int cells, int chunk, int chunks) {
  return static_cast<int>(std::int64_t(cells) * chunk / chunks);
}

} // namespace stencilc
