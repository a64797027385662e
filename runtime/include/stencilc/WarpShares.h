/// \file How the columns of tiles of a plane are shared among warps that all run at a time, so that
/// they end at the same time.
///
/// Chunks of one length rarely fill the device: some warps find no chunk, or chunks come in waves.
/// So each warp gets the same number of planes. Columns have as many chunks of that length as there
/// are warps for; what is left of them, in their middle, is cut evenly among the warps left,
/// wherever a column ends: Stream-K, with tiles in step where that can be (Osama et al. 2023).
#pragma once

#include "stencilc/Tiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Planes of a column of tiles, and the place where the warp goes on.
struct WarpPart {
  int column, begin, end, next;
};

/// What warps have of `columns` of `planes` planes. Places are numbers of planes: those of the
/// chunks of `length` planes, `longs` in each column, one chunk after the other and in each the
/// columns side by side, so that neighbours read the same planes at the same time; then those of
/// what is left, column after column, for `rests` warps. A warp that begins in a column computes
/// `extra` planes before those that it stores, and each chunk has places for them.
struct WarpShares {
  int columns = 0, planes = 0, extra = 0, longs = 0, length = 0, rests = 0;

  STENCILC_HD constexpr int warps() const { return columns * longs + rests; }
  /// Planes of a column that chunks leave.
  STENCILC_HD constexpr int left() const { return planes - longs * length; }
  /// The first place of a warp; of number warps(), the end of the last one. A warp whose last
  /// places are in front of the planes of a column leaves them to the next one.
  STENCILC_HD constexpr int begin(int warp) const {
    const int chunks = columns * longs;
    if (warp <= chunks)
      return warp * (length + extra);
    const int each = left() + extra, place = chunkBegin(columns * each, warp - chunks, rests);
    return firstOfRests() + (place % each <= extra ? place - place % each : place);
  }
  /// What a warp does first that has all places from `place` to `end`.
  STENCILC_HD constexpr WarpPart part(int place, int end) const {
    const bool isLong = place < firstOfRests();
    const int from = isLong ? place : place - firstOfRests(), size = isLong ? length : left(),
              number = from / (size + extra), in = from % (size + extra),
              next = place - in + size + extra, below = (longs + 1) / 2, chunk = number / columns,
              first = isLong ? chunk * length + (chunk < below ? 0 : left()) : below * length;
    return {isLong ? number % columns : number, first + (in > extra ? in - extra : 0),
            first + size - (next > end ? next - end : 0), next};
  }
  /// Steps until all are done.
  constexpr int steps() const {
    const int rest = rests ? ceilDiv(columns * (left() + extra), rests) : 0;
    return (longs && length > rest ? length : rest) + extra;
  }

private:
  STENCILC_HD constexpr int firstOfRests() const { return columns * longs * (length + extra); }
};

/// Shares columns evenly among so many warps, or fewer: each has twice as many planes as it takes
/// steps more at least, or a whole column.
constexpr WarpShares shareColumns(int columns, int planes, int extra, int warps) {
  const Int64 all = Int64{columns} * (planes + Int64{extra});
  if (const Int64 most = extra ? all / (Int64{2} * extra) : all; most < warps)
    warps = static_cast<int>(most < columns ? columns : most);
  WarpShares shares{columns, planes, extra, warps / columns, 0, warps % columns};
  // So many warps for the rest that none begins more than twice.
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

/// Columns of tiles: `ends` at the ends of rows, which a kernel of their own sweeps, and the
/// `inner` others. A step at the ends takes `cost` percent of the time of others. A block is
/// `warps` warps, and its multiprocessor has no place for another.
struct PlaneColumns {
  int inner, ends, warps, cost;
};

/// How a plane is shared: chunks of each column at the ends of rows, which have `endBlocks`, and
/// what warps of the others have.
struct PlaneShares {
  int endChunks = 1, endBlocks = 0;
  WarpShares inner = {};
  double steps = 0; // of inner tiles, until all are done

  constexpr int innerBlocks(int warps) const { return ceilDiv(inner.warps(), warps); }
};

namespace detail {

/// Columns at the ends in so many chunks each, or in one for each plane.
constexpr PlaneShares shareEnds(const PlaneColumns &columns, int planes, Int64 chunks) {
  const Int64 most = chunks < planes ? chunks : planes;
  PlaneShares shares;
  shares.endChunks = most > 1 ? static_cast<int>(most) : 1;
  shares.endBlocks = ceilDiv(ceilDiv(columns.ends * shares.endChunks, columns.warps), 2) * 2;
  return shares;
}

/// Where `blocks` have the ends, whose chunks may be a third as long as the least of others.
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

/// The shares that are done first. Multiprocessors come in pairs that share a cache of
/// instructions, and two kernels on a pair were measured 5 to 20% slower, so that ends have whole
/// pairs (bench/log/2026-11-28-equal-shares.md).
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

/// Each column in so many chunks of about one length, each of a warp.
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
