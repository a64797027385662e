/// \file Recomputation of tensor-core results that may be wrong (TensorCore.h). Their sums have
/// additional terms with factor 0, which are NaN for an infinite or NaN cell and can change the
/// sign of a zero.
#pragma once

#include "stencilc/View.h"
#include "stencilc/tensorcore/TensorSpecial.h"
#include "stencilc/tensorcore/TensorStrip.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Recomputation, with scalar arithmetic, of tensor-core results that may be wrong and of all cells
/// that they depend on. All threads of the block work together on the columns of one warp and some
/// rows at a time. It must run after the sweep has ended, because it overwrites the rows of the
/// sweep in shared memory.
template <class Strip, class Update> class TensorRedo {
  using Rows = typename Strip::Rows;
  static constexpr int kReach = Strip::kRadius * Strip::kSteps;
  static constexpr int kAcross = Rows::tile().redoneAcross();
  static constexpr int kRows = min(Rows::tile().redoneRows(), 64);
  static_assert(kRows > 0);

  /// Cells of one time step in shared memory, addressed by grid coordinates.
  struct Level {
    double *cells;
    int x0, y0;
    STENCILC_DEVICE double &operator()(int x, int y) const {
      return cells[(y - y0) * kAcross + (x - x0)];
    }
  };

public:
  STENCILC_DEVICE TensorRedo(const Strip &strip, const View<const double> &from,
                             const View<double> &to, Rows &rows, const Update &update,
                             UInt64 quietBelow, int warp, int lane)
      : strip(strip), from(from), to(to), rows(rows), update(update), quietBelow(quietBelow),
        warp(warp), lane(lane) {}

  STENCILC_DEVICE void run(const TensorMarks &own) const {
    if (lane == 0)
      rows.marks[warp] = own.bits;
    syncThreads();
    STENCILC_NO_UNROLL
    for (int ofWarp = 0; ofWarp < Strip::kWarps; ++ofWarp) {
      const unsigned bits = rows.marks[ofWarp];
      STENCILC_NO_UNROLL
      for (int i = 0; i < 32 && bits >> i != 0; ++i)
        if (bits >> i & 1)
          redo(ofWarp, strip.yBegin + own.first(i), strip.yBegin + own.final(i) + 1);
    }
  }

private:
  STENCILC_DEVICE void redo(int ofWarp, int yBegin, int yEnd) const {
    const int x = strip.left + ofWarp * Rows::kWarpCells;
    STENCILC_NO_UNROLL
    for (int y = yBegin; y < yEnd; y += kRows) {
      const Level first{rows.cells, x - kReach, y - kReach};
      const int end = min(y + kRows, yEnd);
      if (load(first, end))
        allSteps(first, end);
    }
  }
  /// Loads into `first` all cells that the results in rows up to `end` - 1 (grid coordinates)
  /// depend on. Returns true, in all threads of the block, if these results must be recomputed. The
  /// reason is a stored result that is infinite or NaN, or a loaded cell that is not quiet. Quiet
  /// cells (+0, or small and positive) cannot give a zero of the wrong sign.
  STENCILC_DEVICE bool load(const Level &first, int end) const {
    if (threadIdx.x == 0)
      rows.found = 0;
    syncThreads();
    bool found = false;
    forCells(first, end, 0, [&](int x, int y) {
      const int xThere = Strip::kRoundX ? wrap(x, strip.g.nx) : x;
      const double value = from(xThere, Strip::kRoundY ? wrap(y, strip.g.ny) : y);
      first(x, y) = value;
      found = found || bitsOf(value) >= quietBelow;
    });
    forCells(first, end, Strip::kSteps, [&](int x, int y) {
      found = found || (strip.isStored(x, y) && suspicionOf(to(x, y)) == Suspicion::Spoilt);
    });
    if (found)
      rows.found = 1;
    syncThreads();
    const bool all = rows.found != 0;
    syncThreads();
    return all;
  }
  STENCILC_DEVICE void allSteps(Level level, int end) const {
    Level next = level;
    next.cells = rows.cells + Rows::kCells / 2;
    STENCILC_NO_UNROLL
    for (int t = 0; t < Strip::kSteps; ++t) {
      const bool isLast = t == Strip::kSteps - 1;
      forCells(level, end, t + 1, [&](int x, int y) {
        const double value = update(level, x, y);
        if (!isLast)
          next(x, y) = value;
        else if (strip.isStored(x, y))
          to(x, y) = value;
      });
      syncThreads();
      double *const cells = level.cells;
      level.cells = next.cells;
      next.cells = cells;
    }
  }
  /// Calls body(x, y) for the cells of `level` (one time step in shared memory) that can be
  /// computed after `t` time steps. With each time step, the area of the loaded cells shrinks by
  /// the radius of the stencil on each side. At the end it contains the results, in rows up to
  /// `end` - 1. Cells outside the grid are skipped. The threads of the block share the calls.
  template <class Body>
  STENCILC_DEVICE void forCells(const Level &level, int end, int t, const Body &body) const {
    const int less = Strip::kRadius * t, xEnd = level.x0 + kAcross - less;
    STENCILC_NO_UNROLL
    for (int y = level.y0 + less + warp; y < end + kReach - less; y += Strip::kWarps) {
      STENCILC_NO_UNROLL
      for (int x = level.x0 + less + lane; x < xEnd; x += kWarpSize)
        if (strip.isInsideX(x) && strip.isInsideY(y))
          body(x, y);
    }
  }

  const Strip &strip;
  const View<const double> &from;
  const View<double> &to;
  Rows &rows;
  const Update &update;
  const UInt64 quietBelow;
  const int warp, lane;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
