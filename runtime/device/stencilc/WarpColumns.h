/// \file Choice of the number of chunks (ranges of planes) into which columns of tiles are cut. One
/// warp sweeps each chunk.
#pragma once

#include "stencilc/Platform.h"
#include "stencilc/Tiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Columns of tiles in a plane, which warps sweep in chunks (ranges of planes). Each of the `inner`
/// columns is cut into the same number of chunks. The `ends` columns at both ends of the first axis
/// have `endChunks` times as many. A block has `warps` warps, which sweep one chunk each. A
/// multiprocessor runs one block at a time.
struct WarpColumns {
  int inner, ends, endChunks, warps;

  constexpr int innerBlocks(int chunks) const {
    return static_cast<int>(ceilDiv(Int64{inner} * chunks, Int64{warps}));
  }
  constexpr int endBlocks(int chunks) const {
    return static_cast<int>(ceilDiv(Int64{ends} * endChunks * chunks, Int64{warps}));
  }
  /// Returns how many blocks each multiprocessor runs one after the other, if inner columns of
  /// tiles are cut into `chunks` ranges of planes.
  constexpr Int64 waves(int chunks, int multiprocessors) const {
    return ceilDiv(Int64{innerBlocks(chunks)} + endBlocks(chunks), Int64{multiprocessors});
  }
};

/// Returns the number of chunks (one warp sweeps each) into which an inner column of `cells` planes
/// is cut, so that all chunks are swept soonest. A chunk takes `extra` more steps than it has
/// planes, so few long chunks are best if they fill the multiprocessors. The longest chunk has more
/// than 2 * `extra` planes, unless it is the only one.
constexpr int chooseChunks(const WarpColumns &columns, int multiprocessors, int cells, int extra) {
  const double tasks = columns.inner + double(columns.ends) * columns.endChunks;
  const double places = double(multiprocessors) * columns.warps;
  int best = 1;
  double fewest = 0;
  for (int chunks = 1; chunks <= cells && (chunks == 1 || ceilDiv(cells, chunks) > 2 * extra);
       ++chunks) {
    // Lower bound with no idle warp: larger counts can only be worse.
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
