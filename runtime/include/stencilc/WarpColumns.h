/// \file How the columns of tiles of a plane are cut into chunks, each swept by a warp.
#pragma once

#include "stencilc/Platform.h"
#include "stencilc/Tiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Columns of tiles: `ends` at the ends of rows, each in `endChunks` chunks for one of the `inner`
/// others. A block is `warps` warps, each with a chunk of a column,
/// and its multiprocessor has no place for another.
struct WarpColumns {
  int inner, ends, endChunks, warps;

  constexpr int innerBlocks(int chunks) const {
    return static_cast<int>(ceilDiv(Int64{inner} * chunks, Int64{warps}));
  }
  constexpr int endBlocks(int chunks) const {
    return static_cast<int>(ceilDiv(Int64{ends} * endChunks * chunks, Int64{warps}));
  }
  /// How many blocks each multiprocessor runs, one after the other.
  constexpr Int64 waves(int chunks, int multiprocessors) const {
    return ceilDiv(Int64{innerBlocks(chunks)} + endBlocks(chunks), Int64{multiprocessors});
  }
};

/// The number of chunks of inner columns with which `cells` planes are done in the fewest steps:
/// each chunk takes `extra` more steps than it has planes, so that chunks are as long as one wave
/// of blocks, or a few, allow. A chunk has more planes than it takes steps more.
constexpr int chooseChunks(const WarpColumns &columns, int multiprocessors, int cells, int extra) {
  const double tasks = columns.inner + double(columns.ends) * columns.endChunks;
  const double places = double(multiprocessors) * columns.warps;
  int best = 1;
  double fewest = 0;
  for (int chunks = 1; chunks <= cells && (chunks == 1 || ceilDiv(cells, chunks) > 2 * extra);
       ++chunks) {
    // Even without a place that waits, this many and more would not be better.
    if (chunks > 1 && tasks * (cells + double(extra) * chunks) / places >= 0.995 * fewest)
      break;
    const double steps =
        double(columns.waves(chunks, multiprocessors)) * (ceilDiv(cells, chunks) + extra);
    if (chunks == 1 || steps < 0.995 * fewest) {
      best = chunks;
      fewest = steps;
    }
  }
  return best;
}

} // namespace stencilc::inline STENCILC_SPACE
