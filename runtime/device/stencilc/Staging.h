/// \file Copies cells from planes of the grid to shared memory, and from there to windows (a
/// thread's cells and cells around them, in registers).
#pragma once

#include "stencilc/Async.h"

#if STENCILC_HAS_KERNELS
#include "stencilc/Vector.h"

namespace stencilc::inline STENCILC_SPACE {

/// Copies N cells from global to shared memory. With kAsync the copy is asynchronous (copyAsync).
/// Both addresses must be multiples of N * sizeof(T).
template <int N, bool kAsync, class T> STENCILC_DEVICE void stage(T *to, const T *from) {
  if constexpr (kAsync) {
    copyAsync<N *static_cast<int>(sizeof(T))>(to, from);
  } else {
    T cells[N];
    load<N>(cells, from);
    store<N>(to, cells);
  }
}

/// Loads a part of a window (array of H x W cells in a thread's registers) from shared memory. The
/// part has Rows x Cells cells and begins at index (Row, Cell) of the window. `from` points to the
/// window's first cell in shared memory, where rows are Pitch cells apart. Each access loads N
/// cells.
template <int N, int Row, int Cell, int Rows, int Cells, int Pitch, class T, int H, int W>
STENCILC_DEVICE void loadPart(T (&window)[H][W], const T *from) {
  static_assert(Row + Rows <= H && Cell + Cells <= W && Cells % N == 0);
  STENCILC_UNROLL
  for (int row = Row; row < Row + Rows; ++row) {
    STENCILC_UNROLL
    for (int cell = Cell; cell < Cell + Cells; cell += N)
      load<N>(&window[row][cell], from + row * Pitch + cell);
  }
}

/// Copies Rows x Cells cells from one window (cells of a plane in a thread's registers) to another.
/// They begin at (FromRow, FromCell) and go to (ToRow, ToCell).
template <int Rows, int Cells, int ToRow, int ToCell, int FromRow, int FromCell, class T, int H,
          int W, int FromH, int FromW>
STENCILC_DEVICE void movePart(T (&to)[H][W], const T (&from)[FromH][FromW]) {
  static_assert(ToRow + Rows <= H && ToCell + Cells <= W);
  static_assert(FromRow + Rows <= FromH && FromCell + Cells <= FromW);
  STENCILC_UNROLL
  for (int row = 0; row < Rows; ++row)
    copy<Cells>(&to[ToRow + row][ToCell], &from[FromRow + row][FromCell]);
}

/// One flag for each of the N cells of a thread, as bits in registers.
template <int N> class Marks {
public:
  STENCILC_HD void set(int cell, bool isSet) {
    words[cell / 32] |= static_cast<unsigned>(isSet) << cell % 32;
  }
  STENCILC_HD bool operator[](int cell) const { return words[cell / 32] >> cell % 32 & 1; }
  /// Returns a copy of these flags, with all of them set if `all` is true.
  STENCILC_HD Marks orAll(bool all) const {
    Marks result;
    STENCILC_UNROLL
    for (int i = 0; i < kWords; ++i)
      result.words[i] = all ? ~0u : words[i];
    return result;
  }

private:
  static constexpr int kWords = (N + 31) / 32;
  unsigned words[kWords] = {};
};

/// Returns `c` clamped to the range from `low` to `high`, both included.
STENCILC_HD constexpr int within(int c, int low, int high) {
  return c < low ? low : c > high ? high : c;
}

} // namespace stencilc::inline STENCILC_SPACE
#endif
