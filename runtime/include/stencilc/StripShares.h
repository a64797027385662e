/// \file How the strips of a plane are shared among blocks that all run at a time, each of them the
/// only one on its multiprocessor, so that they end at the same time.
///
/// Strips at both ends of rows take longer and come first, in chunks; of the others each block has
/// as many rows (WarpShares.h, where a block stands for a warp). Rows come in pairs.
#pragma once

#include "stencilc/WarpShares.h"

namespace stencilc::inline STENCILC_SPACE {

/// `columns` strips of `rows` rows. A sweep takes `extra` steps more than it has pairs of rows, and
/// a step at the ends of rows `cost` percent of the time of others.
struct StripColumns {
  int columns, rows, extra, cost;

  STENCILC_HD constexpr int pairs() const { return ceilDiv(rows, 2); }
  constexpr PlaneColumns plane() const {
    const int ends = columns < 2 ? columns : 2;
    return {.inner = columns - ends, .ends = ends, .warps = 1, .cost = cost};
  }
};

/// What blocks have of strips. Places are numbers: those of the chunks at the ends of rows, one for
/// each, then those of WarpShares.
struct StripShares {
  StripColumns swept = {};
  int ends = 0, endChunks = 0; // strips at the ends of rows, and chunks of each
  WarpShares inner = {};
  double steps = 0; // of inner strips, until all are done

  STENCILC_HD constexpr int blocks() const { return ends * endChunks + inner.warps(); }
  /// The first place of a block; of number blocks(), the end of the last one.
  STENCILC_HD constexpr int begin(int block) const {
    const int first = ends * endChunks;
    return block <= first ? block : first + inner.begin(block - first);
  }
  /// What a block does first that has all places from `place` to `end`: rows of a strip.
  STENCILC_HD constexpr WarpPart part(int place, int end) const {
    const int first = ends * endChunks;
    WarpPart part = place < first ? endPart(place) : inner.part(place - first, end - first);
    if (place >= first) {
      ++part.column;
      part.next += first;
    }
    part.begin *= 2;
    part.end = 2 * part.end < swept.rows ? 2 * part.end : swept.rows;
    return part;
  }

private:
  STENCILC_HD constexpr WarpPart endPart(int place) const {
    const int chunk = place / ends, pairs = swept.pairs();
    return {place % ends * (swept.columns - 1), chunkBegin(pairs, chunk, endChunks),
            chunkBegin(pairs, chunk + 1, endChunks), place + 1};
  }
};

namespace detail {

constexpr StripShares stripShares(const StripColumns &swept, const PlaneShares &plane) {
  return {swept, swept.plane().ends, plane.endChunks, plane.inner, plane.steps};
}

} // namespace detail

/// The shares that are done first.
constexpr StripShares shareStrips(const StripColumns &swept, int multiprocessors) {
  return detail::stripShares(
      swept, sharePlane(swept.plane(), multiprocessors, swept.pairs(), swept.extra));
}
/// Each strip in so many chunks of about one length, each of a block.
constexpr StripShares shareStripsInChunks(const StripColumns &swept, int chunks) {
  return detail::stripShares(swept,
                             shareInChunks(swept.plane(), swept.pairs(), swept.extra, chunks));
}

} // namespace stencilc::inline STENCILC_SPACE
