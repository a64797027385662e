/// \file Sharing the columns of tiles of a plane evenly among warps that all run at the same time,
/// so that they finish together.
///
/// Chunks of one length rarely fill the device: some warps get no chunk, or the last wave of chunks
/// is not full. Here each warp gets the same number of planes. First each column gets the same
/// number of warps, and a chunk of that many planes for each of them. The planes left in the middle
/// of the columns are divided evenly among the remaining warps, across column boundaries. This is
/// Stream-K with aligned tiles where possible (Osama et al. 2023).
#pragma once

#include "stencilc/Tiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Range of planes [begin, end) that a warp sweeps in the column of tiles with index `column`.
/// `next` is where the warp's next range begins, in the list of all planes of all columns, extra
/// planes included.
struct WarpPart {
  int column, begin, end, next;
};

/// Division of `columns` columns of tiles, each of `planes` planes, among warps. First, each column
/// is cut into `longs` chunks of `length` planes, for one warp each. Then `rests` warps share the
/// remaining planes, column after column. A warp computes `extra` more planes at the start of each
/// range. The list of all planes, extra ones included, has this order.
struct WarpShares {
  int columns = 0, planes = 0, extra = 0, longs = 0, length = 0, rests = 0;

  STENCILC_HD constexpr int warps() const { return columns * longs + rests; }
  /// Returns the number of planes of a column of tiles that lie in no long chunk. A long chunk is a
  /// range of planes that one warp sweeps. Several warps share the remaining planes.
  STENCILC_HD constexpr int left() const { return planes - longs * length; }
  /// Returns where the work of warp `warp` begins, as an index in the list of all planes of all
  /// columns of tiles. For `warp` equal to warps(), returns the length of the list. In each column
  /// a warp first computes `extra` planes without results. If a warp's work would end with only
  /// such planes of a column, they belong to the next warp.
  STENCILC_HD constexpr int begin(int warp) const {
    const int chunks = columns * longs;
    if (warp <= chunks)
      return warp * (length + extra);
    const int each = left() + extra, place = chunkBegin(columns * each, warp - chunks, rests);
    return firstOfRests() + (place % each <= extra ? place - place % each : place);
  }
  /// Returns the first range of planes, in one column of tiles, of the work of a warp. The work is
  /// given as `place` to `end` - 1, indices in the list of all planes of all columns, extra planes
  /// included. If the work continues in the next column, the returned range ends with its own
  /// column.
  STENCILC_HD constexpr WarpPart part(int place, int end) const {
    const bool isLong = place < firstOfRests();
    const int from = isLong ? place : place - firstOfRests(), size = isLong ? length : left(),
              number = from / (size + extra), in = from % (size + extra),
              next = place - in + size + extra, below = (longs + 1) / 2, chunk = number / columns,
              first = isLong ? chunk * length + (chunk < below ? 0 : left()) : below * length;
    return {isLong ? number % columns : number, first + (in > extra ? in - extra : 0),
            first + size - (next > end ? next - end : 0), next};
  }
  /// Returns the number of steps of the sweep, one for each plane, until all warps are done.
  constexpr int steps() const {
    const int rest = rests ? ceilDiv(columns * (left() + extra), rests) : 0;
    return (longs && length > rest ? length : rest) + extra;
  }

private:
  STENCILC_HD constexpr int firstOfRests() const { return columns * longs * (length + extra); }
};

/// Returns an even division of the planes of all columns of tiles among at most `warps` warps. Each
/// warp computes `extra` planes before the first plane that it stores. Fewer warps are used if
/// otherwise a warp would have less than 2 * `extra` planes, but at least one warp for each column.
constexpr WarpShares shareColumns(int columns, int planes, int extra, int warps) {
  const Int64 all = Int64{columns} * (planes + Int64{extra});
  if (const Int64 most = extra ? all / (Int64{2} * extra) : all; most < warps)
    warps = static_cast<int>(most < columns ? columns : most);
  WarpShares shares{columns, planes, extra, warps / columns, 0, warps % columns};
  // Enough warps for the remaining planes that each starts at most two columns.
  if (shares.longs && 2 * shares.rests < columns) {
    --shares.longs;
    shares.rests += columns;
  }
  if (shares.longs) {
    const int even = static_cast<int>(ceilDiv(all, Int64{warps})),
              most = (planes - 1) / shares.longs;
    shares.length = even < most ? even : most;
  }
  return shares;
}

/// Columns of tiles in a plane: `ends` columns in total at the low and the high end of the first
/// axis, with a kernel of their own, and `inner` other columns. A plane of an end column takes
/// `cost` percent of the time of a plane of an inner column. A block has `warps` warps and is alone
/// on its multiprocessor.
struct PlaneColumns {
  int inner, ends, warps, cost;
};

/// Division of the columns of tiles of a plane among blocks. Each column at an end of the first
/// axis is cut into `endChunks` chunks (ranges of planes). `endBlocks` blocks sweep the chunks of
/// all end columns together. `inner` divides the other columns among warps.
struct PlaneShares {
  int endChunks = 1, endBlocks = 0;
  WarpShares inner = {};
  double steps = 0; // steps of inner tiles until all work is done

  constexpr int innerBlocks(int warps) const { return ceilDiv(inner.warps(), warps); }
};

namespace detail {

/// Returns a division among blocks of the first and last columns of tiles only, without inner
/// columns. Each column has `planes` planes, and is cut into at most `chunks` ranges of at least
/// one plane.
constexpr PlaneShares shareEnds(const PlaneColumns &columns, int planes, Int64 chunks) {
  const Int64 most = chunks < planes ? chunks : planes;
  PlaneShares shares;
  shares.endChunks = most > 1 ? static_cast<int>(most) : 1;
  shares.endBlocks = ceilDiv(ceilDiv(columns.ends * shares.endChunks, columns.warps), 2) * 2;
  return shares;
}

/// Returns a division of columns of tiles among blocks, one on each multiprocessor. `blocks` blocks
/// sweep the first and last columns, the others the inner columns. Each column has `planes` planes.
/// A warp computes `extra` planes more for each range of planes. Ranges in the first and last
/// columns may be a third as long as the shortest range in inner columns.
constexpr PlaneShares shareWith(const PlaneColumns &columns, int multiprocessors, int planes,
                                int extra, int blocks) {
  const Int64 most = Int64{planes} * 3 / (Int64{2} * extra + 1),
              chunks = Int64{blocks} * columns.warps / columns.ends;
  PlaneShares shares = shareEnds(columns, planes, chunks < most ? chunks : most);
  const double ends = (ceilDiv(planes, shares.endChunks) + extra) * columns.cost * 0.01;
  if (columns.inner > 0) {
    const int others = multiprocessors > blocks ? multiprocessors - blocks : 1;
    shares.inner = shareColumns(columns.inner, planes, extra, others * columns.warps);
  }
  const double inner = columns.inner > 0 ? shares.inner.steps() : 0;
  shares.steps = ends > inner ? ends : inner;
  return shares;
}

} // namespace detail

/// Returns the division of columns of tiles, of `planes` planes each, that has the shortest
/// predicted time on `multiprocessors` multiprocessors. A warp computes `extra` more planes for
/// each range of planes. The first and last columns have a kernel of their own and get whole pairs
/// of multiprocessors. Two kernels on a pair, which shares an instruction cache, were 5 to 20%
/// slower (bench/log/reasons/2026-11-28-equal-shares.md).
constexpr PlaneShares sharePlane(const PlaneColumns &columns, int multiprocessors, int planes,
                                 int extra) {
  if (columns.inner <= 0)
    return detail::shareWith(columns, multiprocessors, planes, extra, multiprocessors);
  PlaneShares best = detail::shareWith(columns, multiprocessors, planes, extra, 2);
  for (int blocks = 4; blocks < multiprocessors && best.steps > best.inner.steps(); blocks += 2)
    if (const PlaneShares shares =
            detail::shareWith(columns, multiprocessors, planes, extra, blocks);
        shares.steps < best.steps)
      best = shares;
  return best;
}

/// Returns a division of columns of tiles among warps. Each column, of `planes` planes, is cut into
/// `chunks` ranges of about equal length, and one warp sweeps each range. For each range it
/// computes `extra` more planes. The first and last columns have more ranges, in proportion to
/// their cost.
constexpr PlaneShares shareInChunks(const PlaneColumns &columns, int planes, int extra,
                                    int chunks) {
  const int most = planes > 1 ? planes : 1;
  chunks = chunks < most ? chunks : most;
  PlaneShares shares =
      detail::shareEnds(columns, planes, ceilDiv(Int64{chunks} * columns.cost, Int64{100}));
  if (columns.inner > 0)
    shares.inner = {columns.inner, planes, extra, chunks - 1, planes / chunks, columns.inner};
  shares.steps = double(ceilDiv(planes, chunks)) + extra;
  return shares;
}

} // namespace stencilc::inline STENCILC_SPACE
