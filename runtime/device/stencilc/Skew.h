/// \file Time skewing on a CPU: several time steps in an order of rows that reuses cells while they
/// are in cache.
///
/// Levels count the kernels of all steps. If a step has n kernels, level k is kernel (k mod n) of
/// step k / n, rounded down. A level reads what the previous level wrote, at most `reach` cells
/// away. So any order is right in which the previous level has been computed there. No cell is
/// computed twice, and no extra memory is needed, because a level overwrites only cells that no
/// later work reads (docs/design/schedules.md).
///
///     plane                               Trapezoids come first. One thread sweeps each of them
///       ^  \ 3 /\ 3 3 3 /\ 3 /            and keeps the last planes of all levels in its cache.
///       |   \ /2 \ 2 2 /2 \ /             Then come the wedges between trapezoids and, on a
///       |    / 1 1\ 1 / 1 1\              periodic axis, between its ends.
///       +-----------------------> planes of the last axis
#pragma once

#include "stencilc/Math.h"
#include "stencilc/Moment.h"
#include "stencilc/Step.h"

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE {

/// Parameters of time skewing on a CPU (several time steps while cells are in cache): number of
/// time steps, kernels and cells, and periodic axes.
struct Skew {
  int steps = 1, kernels = 1; // time steps; kernels of one step
  int reach = 1;              // cells that a level reads on either side, at least 1
  int planes = 1, rows = 1;   // extents of the last axis and of the one before
  int tile = 0;               // rows of a tile along the axis before the last; 0: all
  bool lastIsPeriodic = false, rowsArePeriodic = false;
};

namespace detail {

/// A range of rows or planes whose limits move from level to level. Level 0 is the first kernel of
/// the first time step, and each later kernel is one level more. At level 0 the range is [begin,
/// end). With each level the limits move by `beginSlope` and `endSlope` cells, but neither is below
/// level * leastSlope.
struct SkewedRange {
  int begin, end, beginSlope, endSlope, leastSlope = 0;

  int beginAt(int level) const { return max(begin + level * beginSlope, level * leastSlope); }
  int endAt(int level) const { return max(end + level * endSlope, level * leastSlope); }
};

/// Order in which a CPU updates rows, so that several time steps find cells in cache. It divides
/// planes into trapezoids and wedges (drawn at the top of this file), which threads compute
/// separately. It calls `each(kernel, step, plane, rowBegin, rowEnd)` for each range of rows.
template <class Each> class SkewedOrder {
public:
  SkewedOrder(const Skew &how, const Each &each)
      : how(how), each(each), levels(how.steps * how.kernels), spread((levels - 1) * how.reach) {}

  /// Returns the number of parts, at most `most`, into which the last axis is divided, with one
  /// trapezoid each. A trapezoid is a range of planes that shrinks with each kernel of all time
  /// steps. Each part must have enough planes for this. If there are too few planes for one part,
  /// returns 0 for a periodic axis, else 1.
  int parts(int most) const {
    const int fitting = spread > 0 ? how.planes / (2 * spread) : most;
    return how.lastIsPeriodic || fitting > 0 ? min(most, fitting) : 1;
  }
  /// Returns the number of wedges: ranges of planes that trapezoids leave between each other. A
  /// periodic axis has one more wedge, where its ends meet.
  int wedges(int count) const { return how.lastIsPeriodic ? count : count - 1; }

  /// Updates the planes of trapezoid number `part` of `count` for all time steps. A trapezoid is a
  /// range of planes that shrinks with each kernel, so it needs no results of other trapezoids.
  void trapezoid(int part, int count) const {
    const SkewedRange all{edge(part, count), edge(part + 1, count),
                          part > 0 || how.lastIsPeriodic ? how.reach : 0,
                          part + 1 < count || how.lastIsPeriodic ? -how.reach : 0};
    forEachTile([&](const SkewedRange &rows) {
      for (int front = all.begin; front < all.end + spread; ++front)
        for (int level = 0; level < levels; ++level) {
          const int plane = front - level * how.reach;
          if (plane >= all.beginAt(level) && plane < all.endAt(level))
            update(level, plane, rows);
        }
    });
  }
  /// Updates the planes of the wedge between trapezoids number `part` - 1 and `part`, for all time
  /// steps. A wedge is empty for the first kernel and grows with each later one. Wedge 0 of a
  /// periodic axis is between the last trapezoid and the first.
  void wedge(int part, int count) const {
    const SkewedRange all{edge(part, count), edge(part, count), -how.reach, how.reach, -how.reach};
    forEachTile([&](const SkewedRange &rows) {
      for (int level = 1; level < levels; ++level)
        for (int plane = all.beginAt(level); plane < all.endAt(level); ++plane)
          update(level, plane < 0 ? plane + how.planes : plane, rows);
    });
  }
  /// Updates all rows of plane `plane` for one kernel of one time step. `level` numbers the kernels
  /// of all time steps one after the other, from 0. Grids with few planes are computed in this way,
  /// because they cannot be divided into trapezoids (ranges of planes that shrink with each level).
  void whole(int level, int plane) const { update(level, plane, {0, how.rows, 0, 0}); }

private:
  int edge(int part, int count) const { return static_cast<int>(Int64{how.planes} * part / count); }

  /// Calls work(range) for each tile of a plane. The argument is the tile's range of rows, whose
  /// limits move with each kernel towards rows that are already computed. On a periodic axis, a
  /// last tile updates the rows that are left between the last tile and the first.
  template <class Do> void forEachTile(const Do &work) const {
    const bool isWhole =
        how.tile == 0 || how.tile >= how.rows || (how.rowsArePeriodic && how.rows < 2 * spread);
    if (isWhole)
      return work({0, how.rows, 0, 0});
    const int low = how.rowsArePeriodic ? how.reach : 0,
              high = how.rowsArePeriodic ? -how.reach : 0;
    for (int begin = 0; begin < how.rows; begin += how.tile) {
      const bool isFirst = begin == 0, isLast = begin + how.tile >= how.rows;
      work({begin, isLast ? how.rows : begin + how.tile, isFirst ? low : -how.reach,
            isLast ? high : -how.reach, low});
    }
    if (how.rowsArePeriodic && levels > 1)
      work({how.rows, how.rows, -how.reach, how.reach});
  }

  void update(int level, int plane, const SkewedRange &rows) const {
    const int kernel = level % how.kernels, step = level / how.kernels;
    const int begin = rows.beginAt(level), end = rows.endAt(level);
    if (begin < min(end, how.rows))
      each(kernel, step, plane, begin, min(end, how.rows));
    if (end > how.rows) // the rows beyond the end of a periodic axis
      each(kernel, step, plane, 0, end - how.rows);
  }

  const Skew &how;
  const Each &each;
  const int levels, spread; // `spread`: cells by which the last level trails the first
};

} // namespace detail

/// Computes several time steps, row by row, on the threads of the host, in an order that finds
/// cells in cache. For each range of rows it calls each(kernel, step, plane, rowBegin, rowEnd).
template <class Each>
void inSkewedOrder(const Runtime &runtime, const Skew &how, const Each &each) {
  const detail::SkewedOrder<Each> order(how, each);
  const int parts = order.parts(runtime.multiprocessors());
  if (parts > 0) {
    runtime.forEach(parts, [&](Int64 part) { order.trapezoid(static_cast<int>(part), parts); });
    const int first = how.lastIsPeriodic ? 0 : 1;
    runtime.forEach(order.wedges(parts),
                    [&](Int64 wedge) { order.wedge(static_cast<int>(wedge) + first, parts); });
    return;
  }
  for (int level = 0; level < how.steps * how.kernels; ++level)
    runtime.forEach(how.planes, [&](Int64 plane) { order.whole(level, static_cast<int>(plane)); });
}

} // namespace stencilc::inline STENCILC_SPACE
#endif
