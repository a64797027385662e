/// \file Division of the strips of a plane (ranges of columns, one tile wide) among blocks that all
/// run at the same time, one for each multiprocessor. All should finish together.
///
/// Strips at the low and high end of the axis take longer, so they are cut into chunks and given to
/// the first blocks. Each other block gets the same number of rows of the remaining strips.
/// WarpShares.h computes this division, with a block in the place of a warp. Rows are counted in
/// pairs.
#pragma once

#include "stencilc/WarpShares.h"

namespace stencilc::inline STENCILC_SPACE {

/// Strips of a plane: ranges of columns, one tile wide. There are `columns` strips of `rows` rows.
/// In each step a block advances by a pair of rows, and it needs `extra` additional steps for each
/// strip. A step of the first or the last strip takes `cost` percent of the time of a step of other
/// strips.
struct StripColumns {
  int columns, rows, extra, cost;

  STENCILC_HD constexpr int pairs() const { return ceilDiv(rows, 2); }
  constexpr PlaneColumns plane() const {
    const int ends = columns < 2 ? columns : 2;
    return {.inner = columns - ends, .ends = ends, .warps = 1, .cost = cost};
  }
};

/// Division of the strips of a plane (ranges of columns) among blocks. The work is a list of units,
/// numbered from 0. The first units are the chunks (ranges of rows) of the first and of the last
/// strip. All further units are pairs of rows of the other strips, which `inner` divides among
/// blocks.
struct StripShares {
  StripColumns swept = {};
  int ends = 0, endChunks = 0; // first and last strip, and chunks of each
  WarpShares inner = {};
  double steps = 0; // steps of inner strips until all work is done

  STENCILC_HD constexpr int blocks() const { return ends * endChunks + inner.warps(); }
  /// Returns the index of the first unit of work of block `block`, in the list of all units. A unit
  /// is a range of rows of the first or last strip (range of columns), or a pair of rows of another
  /// strip. For `block` equal to blocks(), returns the number of all units.
  STENCILC_HD constexpr int begin(int block) const {
    const int first = ends * endChunks;
    return block <= first ? block : first + inner.begin(block - first);
  }
  /// Returns the rows that a block computes next, all in one strip (range of columns). `place` to
  /// `end` - 1 are the indices of the units of work (parts of strips) that the block still has to
  /// do. The member `next` of the result is the index of the first unit after the returned rows.
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

/// Returns the division of the strips (ranges of columns) of a plane among `multiprocessors` blocks
/// with the shortest predicted time.
constexpr StripShares shareStrips(const StripColumns &swept, int multiprocessors) {
  return detail::stripShares(
      swept, sharePlane(swept.plane(), multiprocessors, swept.pairs(), swept.extra));
}
/// Returns a division of the strips (ranges of columns) of a plane among blocks. Each strip is cut
/// into `chunks` ranges of rows of about equal length, and one block computes each range. The first
/// and the last strip get more ranges if their steps take longer.
constexpr StripShares shareStripsInChunks(const StripColumns &swept, int chunks) {
  return detail::stripShares(swept,
                             shareInChunks(swept.plane(), swept.pairs(), swept.extra, chunks));
}

} // namespace stencilc::inline STENCILC_SPACE
