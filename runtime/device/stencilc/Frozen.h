/// \file Copies frozen cells (which keep their values), and saves and restores those of a tile. A
/// tile at a low face must begin exactly there. A tile at a high face may extend beyond it by a
/// known number of cells.
#pragma once

#include "stencilc/Async.h"
#include "stencilc/Grid.h"
#include "stencilc/View.h"

#if STENCILC_HAS_KERNELS
#include "stencilc/Vector.h"

namespace stencilc::inline STENCILC_SPACE {

/// Frozen cells (which keep their values) of a tile that ends exactly at the grid's faces. They are
/// LowX and HighX cells at the ends of each row, and LowY and HighY whole rows. Each of Lanes
/// threads has N cells of a row, and each thread has Rows of the TileY rows. Edges of tiles inside
/// the grid are treated as faces, too. This is harmless, because cells there are never stored.
template <int N, int Rows, int TileY, int LowX, int HighX, int LowY, int HighY,
          int Lanes = kWarpSize>
struct FrozenLayer {
  static constexpr int kLanes = Lanes, kCells = N, kRows = Rows, kTileX = Lanes * N, kTileY = TileY;
  static constexpr int kLowX = LowX, kHighX = HighX, kLowY = LowY, kHighY = HighY;

  /// Returns true if row j of a thread's rows is frozen: all its cells keep their values. The
  /// thread's rows begin at row `first` of the tile.
  static STENCILC_HD constexpr bool holdsRow(int first, int j) {
    return (j < LowY && first + j < LowY) || (j >= Rows - HighY && first + j >= TileY - HighY);
  }
  /// Returns true if cell i of the N cells of this lane (thread of a warp) keeps its value in every
  /// row.
  static STENCILC_HD constexpr bool holdsCell(int lane, int i) {
    return (i < LowX && lane * N + i < LowX) || (i >= N - HighX && lane * N + i >= kTileX - HighX);
  }
};

/// Number of cells by which a tile extends beyond the last cell of the grid, along x and y, for
/// tiles that never do so. Both numbers are the constant 0.
struct NoShift {
  static constexpr int x = 0, y = 0;
};
/// Number of cells by which a tile extends beyond the last cell of the grid, along x and y, at
/// least 0. The number is known at run time only.
struct FrozenShift {
  int x = 0, y = 0;
};

/// Number of frozen cells, which keep their values, at the low and high face of each axis.
struct FrozenWidths {
  int low[3], high[3];
};

/// Copies the frozen cells (which keep their values) of the planes in `range` from `from` to `to`,
/// with one warp for each row. The launch needs blocks of 32 x 8 threads, and 1 x ceil(ny / 8)
/// blocks for each plane.
template <class T>
__global__ void copyFrozen(Grid g, PlaneRange range, View<const T> from, View<T> to,
                           FrozenWidths frozen) {
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = range.begin + static_cast<int>(blockIdx.z);
  if (y >= g.ny)
    return;
  const bool isWhole = y < frozen.low[1] || y >= g.ny - frozen.high[1] || z < frozen.low[2] ||
                       z >= g.nz - frozen.high[2];
  for (int x = threadIdx.x; x < (isWhole ? g.nx : frozen.low[0]); x += kWarpSize)
    to(x, y, z) = from(x, y, z);
  if (!isWhole)
    for (int x = g.nx - frozen.high[0] + static_cast<int>(threadIdx.x); x < g.nx; x += kWarpSize)
      to(x, y, z) = from(x, y, z);
}

/// Buffers in shared memory for copies of frozen cells, which keep their values. They hold those of
/// the newest Slots planes of a tile. Each warp saves and restores the cells of its own rows.
template <class T, class Layer, int Slots> class FrozenPlanes {
public:
  /// Saves the frozen cells (which keep their values) of one plane of a tile in slot number `slot`,
  /// the memory for one plane. `first` is this thread's first row, `lane` its index in the warp,
  /// and `at(row, cell)` returns a pointer to a cell of the tile. All threads of the warp call it
  /// together.
  template <class Shift, class At>
  STENCILC_DEVICE void save(int slot, int first, int lane, Shift shift, At at) {
    forEachEnd(slot, first, lane, shift,
               [&]<int kCount>(Count<kCount>, T *saved, int row, int cell, int before) {
                 moveEnd<kCount, Shift>(saved, at(row, cell) - before);
               });
    forEachRow(slot, first, lane, shift,
               [&]<int kCount>(Count<kCount>, T *saved, int row, int cell) {
                 move<kCount>(saved, at(row, cell));
               });
  }
  /// Writes the frozen cells (which keep their values) of one plane back to the tile, after the
  /// warp has overwritten them. Slot number `slot`, the memory for one plane, holds their copies.
  /// `at(row, cell)` returns a pointer to a cell of the tile, or null for a cell to skip. All lanes
  /// (threads of the warp) call it together.
  template <class Shift, class At>
  STENCILC_DEVICE void restore(int slot, int first, int lane, Shift shift, At at) {
    restoreEnds(slot, first, lane, shift, at);
    forEachRow(slot, first, lane, shift,
               [&]<int kCount>(Count<kCount>, T *saved, int row, int cell) {
                 move<kCount>(at(row, cell), saved);
               });
  }
  /// Writes back the saved frozen cells (which keep their values) at the low and high end of each
  /// row, but no whole frozen rows. All lanes (threads of a warp) call it together.
  template <class Shift, class At>
  STENCILC_DEVICE void restoreEnds(int slot, int first, int lane, Shift shift, At at) {
    syncWarp(); // other lanes may have written these cells
    forEachEnd(slot, first, lane, shift,
               [&]<int kCount>(Count<kCount>, T *saved, int row, int cell, int before) {
                 if (T *to = at(row, cell))
                   moveEnd<kCount, Shift>(to - before, saved);
               });
    syncWarp(); // and may write them again
  }

private:
  template <int N> struct Count {};
  static_assert(Layer::kRows <= Layer::kLanes / 2, "a lane for each end of each row");
  static constexpr int kTop = Layer::kTileY - Layer::kHighY;

  template <int N> STENCILC_DEVICE static void move(T *to, const T *from) {
    constexpr int kBytes = N * static_cast<int>(sizeof(T));
    constexpr int kPiece = (kBytes % 16 == 0 ? 16 : sizeof(T)) / sizeof(T);
    STENCILC_UNROLL
    for (int i = 0; i < N; i += kPiece) {
      T cells[kPiece];
      load<kPiece>(cells, from + i);
      store<kPiece>(to + i, cells);
    }
  }

  /// Copies N adjacent frozen cells (which keep their values) at one end of a row. If the tile does
  /// not end exactly with the grid, the cells may be misaligned, and are copied one by one.
  template <int N, class Shift> STENCILC_DEVICE static void moveEnd(T *to, const T *from) {
    if constexpr (detail::kIsSame<Shift, NoShift>) {
      move<N>(to, from);
    } else {
      STENCILC_UNROLL
      for (int i = 0; i < N; ++i)
        to[i] = from[i];
    }
  }

  /// Calls act(count, saved, row, cell, before) for each end of each row of this warp, on one
  /// thread. The type of `count` is Count<N> for the N frozen cells (which keep their values) at
  /// this end. `saved` points to their copies. `cell` is the index in the row of one of them: the
  /// last at the low end, the first at the high end. `before` of the N cells come before `cell`.
  template <class Shift, class Act>
  STENCILC_DEVICE void forEachEnd(int slot, int first, int lane, Shift shift, Act act) {
    constexpr int kHalf = Layer::kLanes / 2;
    const int row = first + lane % kHalf;
    if (row < first + Layer::kRows) {
      if (Layer::kLowX > 0 && lane < kHalf)
        act(Count<Layer::kLowX>(), low[slot][row], row, Layer::kLowX - 1, Layer::kLowX - 1);
      if (Layer::kHighX > 0 && lane >= kHalf)
        act(Count<Layer::kHighX>(), high[slot][row], row, Layer::kTileX - Layer::kHighX - shift.x,
            0);
    }
  }
  /// Calls act(count, saved, row, cell) for each frozen row (all its cells keep their values) among
  /// the rows of this thread. The type of `count` is Count<N> for the N cells that this lane
  /// (thread of the warp) has in a row. `saved` points to the copies of these cells, and `cell` is
  /// the index of the first of them in the tile's row.
  template <class Shift, class Act>
  STENCILC_DEVICE void forEachRow(int slot, int first, int lane, Shift shift, Act act) {
    const int cell = lane * Layer::kCells;
    if (first < Layer::kLowY) {
      STENCILC_UNROLL
      for (int j = 0; j < Layer::kLowY; ++j)
        if (j >= first && j < first + Layer::kRows)
          act(Count<Layer::kCells>(), &rows[slot][j][cell], j, cell);
    }
    if (first + Layer::kRows > kTop - shift.y) {
      STENCILC_UNROLL
      for (int j = kTop; j < Layer::kTileY; ++j)
        if (const int row = j - shift.y; row >= first && row < first + Layer::kRows)
          act(Count<Layer::kCells>(), &rows[slot][Layer::kLowY + j - kTop][cell], row, cell);
    }
  }

  static constexpr int atLeastOne(int n) { return n > 0 ? n : 1; }
  alignas(16) T low[Slots][Layer::kTileY][atLeastOne(Layer::kLowX)];
  alignas(16) T high[Slots][Layer::kTileY][atLeastOne(Layer::kHighX)];
  alignas(16) T rows[Slots][atLeastOne(Layer::kLowY + Layer::kHighY)][Layer::kTileX];
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
