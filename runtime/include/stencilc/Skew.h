/// \file Several time steps at once in the caches of a CPU: rows of the grid in an order in which
/// cells are used again while they are near.
///
/// Levels are counted through the steps and through the kernels of each: level k is the kernel
/// k mod kernels of step k / kernels. A level reads what the one before it wrote, no further than
/// `reach` cells away, so any order is right in which the level before has been there. No cell is
/// computed twice, and none needs memory beside the fields' own: what a level overwrites, nobody
/// who comes later reads (compiler/schedules/loops/README.md).
///
///     plane                               trapezoids first, each of a thread that marches up and
///       ^  \ 3 /\ 3 3 3 /\ 3 /            keeps the last few planes of all levels in its cache;
///       |   \ /2 \ 2 2 /2 \ /             then the wedges between them, and between the ends of
///       |    / 1 1\ 1 / 1 1\              an axis that goes round
///       +-----------------------> planes of the last axis
#pragma once

#include "stencilc/Math.h"
#include "stencilc/Moment.h"
#include "stencilc/Step.h"

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE {

/// How the rows of some steps are ordered.
struct Skew {
  int steps = 1, kernels = 1; // of a step
  int reach = 1;              // cells that a level reads to either side, at least 1
  int planes = 1, rows = 1;   // extents of the last axis and of the one before
  int tile = 0;               // rows of a tile along the axis before; 0: all
  bool lastGoesRound = false, rowsGoRound = false;
};

namespace detail {

/// [begin, end) at level 0; ends move by so many cells a level, and stay beyond another line.
struct SkewedRange {
  int begin, end, beginSlope, endSlope, leastSlope = 0;

  int beginAt(int level) const { return max(begin + level * beginSlope, level * leastSlope); }
  int endAt(int level) const { return max(end + level * endSlope, level * leastSlope); }
};

/// Calls `each(kernel, step, plane, rowBegin, rowEnd)` level by level.
template <class Each> class SkewedOrder {
public:
  SkewedOrder(const Skew &how, const Each &each)
      : how(how), each(each), levels(how.steps * how.kernels), spread((levels - 1) * how.reach) {}

  /// Parts of the last axis that have room for a trapezoid, `most` at most; 0: not even one.
  int parts(int most) const {
    const int fitting = spread > 0 ? how.planes / (2 * spread) : most;
    return how.lastGoesRound || fitting > 0 ? min(most, fitting) : 1;
  }
  /// Wedges that `count` trapezoids leave.
  int wedges(int count) const { return how.lastGoesRound ? count : count - 1; }

  void trapezoid(int part, int count) const {
    const SkewedRange all{edge(part, count), edge(part + 1, count),
                          part > 0 || how.lastGoesRound ? how.reach : 0,
                          part + 1 < count || how.lastGoesRound ? -how.reach : 0};
    forEachTile([&](const SkewedRange &rows) {
      for (int front = all.begin; front < all.end + spread; ++front)
        for (int level = 0; level < levels; ++level) {
          const int plane = front - level * how.reach;
          if (plane >= all.beginAt(level) && plane < all.endAt(level))
            update(level, plane, rows);
        }
    });
  }
  /// The one before part `part`, which begins at level 1.
  void wedge(int part, int count) const {
    const SkewedRange all{edge(part, count), edge(part, count), -how.reach, how.reach, -how.reach};
    forEachTile([&](const SkewedRange &rows) {
      for (int level = 1; level < levels; ++level)
        for (int plane = all.beginAt(level); plane < all.endAt(level); ++plane)
          update(level, plane < 0 ? plane + how.planes : plane, rows);
    });
  }
  /// One plane of one level, where there is no room for trapezoids.
  void whole(int level, int plane) const { update(level, plane, {0, how.rows, 0, 0}); }

private:
  int edge(int part, int count) const { return static_cast<int>(Int64{how.planes} * part / count); }

  /// Tiles lean towards rows that are done, and one at the end closes what goes round.
  template <class Do> void forEachTile(const Do &work) const {
    const bool isWhole =
        how.tile == 0 || how.tile >= how.rows || (how.rowsGoRound && how.rows < 2 * spread);
    if (isWhole)
      return work({0, how.rows, 0, 0});
    const int low = how.rowsGoRound ? how.reach : 0, high = how.rowsGoRound ? -how.reach : 0;
    for (int begin = 0; begin < how.rows; begin += how.tile) {
      const bool isFirst = begin == 0, isLast = begin + how.tile >= how.rows;
      work({begin, isLast ? how.rows : begin + how.tile, isFirst ? low : -how.reach,
            isLast ? high : -how.reach, low});
    }
    if (how.rowsGoRound && levels > 1)
      work({how.rows, how.rows, -how.reach, how.reach});
  }

  void update(int level, int plane, const SkewedRange &rows) const {
    const int kernel = level % how.kernels, step = level / how.kernels;
    const int begin = rows.beginAt(level), end = rows.endAt(level);
    if (begin < min(end, how.rows))
      each(kernel, step, plane, begin, min(end, how.rows));
    if (end > how.rows) // the other end of an axis that goes round
      each(kernel, step, plane, 0, end - how.rows);
  }

  const Skew &how;
  const Each &each;
  const int levels, spread; // cells by which the last level lies behind the first
};

} // namespace detail

/// Updates all rows of all levels: each(kernel, step, plane, rowBegin, rowEnd).
template <class Each>
void inSkewedOrder(const Runtime &runtime, const Skew &how, const Each &each) {
  const detail::SkewedOrder<Each> order(how, each);
  const int parts = order.parts(runtime.multiprocessors());
  if (parts > 0) {
    runtime.forEach(parts, [&](Int64 part) { order.trapezoid(static_cast<int>(part), parts); });
    const int first = how.lastGoesRound ? 0 : 1;
    runtime.forEach(order.wedges(parts),
                    [&](Int64 wedge) { order.wedge(static_cast<int>(wedge) + first, parts); });
    return;
  }
  for (int level = 0; level < how.steps * how.kernels; ++level)
    runtime.forEach(how.planes, [&](Int64 plane) { order.whole(level, static_cast<int>(plane)); });
}

} // namespace stencilc::inline STENCILC_SPACE
#endif
