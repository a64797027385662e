/// \file Device functions of kernels that fuse time steps. They copy cells of neighbouring lanes
/// (threads of a warp), and copy rows to and from shared memory. They map coordinates beyond a face
/// to the cell of the grid with the same value.
#pragma once

#include "stencilc/Async.h"

#if STENCILC_HAS_KERNELS
#include "stencilc/Vector.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the index of the warp in its block. A shuffle tells the compiler that all threads of the
/// warp have the same value. Otherwise loop bounds and edge tests would cost a register and a
/// branch each.
STENCILC_DEVICE int warpIndex() {
  return shuffle(static_cast<int>((threadIdx.x + blockDim.x * threadIdx.y) / kWarpSize), 0);
}
/// Returns the index of the thread in its warp.
STENCILC_DEVICE int laneIndex() {
  return static_cast<int>((threadIdx.x + blockDim.x * threadIdx.y) % kWarpSize);
}
/// Returns the index of this thread's team in the block. A team is a group of Lanes lanes of a warp
/// that has rows of its own. Blocks must have one row of threads.
template <int Lanes> STENCILC_DEVICE int teamIndex() {
  return static_cast<int>(threadIdx.x / Lanes);
}
/// Returns the index of this thread in its team, a group of Lanes lanes of a warp that has rows of
/// its own.
template <int Lanes> STENCILC_DEVICE int laneOfTeam() {
  return static_cast<int>(threadIdx.x % Lanes);
}

/// Completes a row of cells in registers, in which this lane (thread of a warp) has set N cells.
/// Copies the Left cells before them and the Right cells after them from other lanes. Cells before
/// the first lane or after the last lane of the warp, or of the team (lanes that share rows), are
/// undefined. All lanes call it together.
template <int Left, int N, int Right, class T> STENCILC_DEVICE void extendRow(T *row) {
  STENCILC_UNROLL
  for (int m = 1; m <= Left; ++m) // the m-th cell left of the first
    row[Left - m] = shuffleUp(row[Left + (N - 1 - (m - 1) % N)], 1 + (m - 1) / N);
  STENCILC_UNROLL
  for (int m = 0; m < Right; ++m)
    row[Left + N + m] = shuffleDown(row[Left + m % N], 1 + m / N);
}

/// Loads the Left cells before and the Right cells after the N cells of this lane (thread of a
/// warp) from `shared`, a row of a tile in shared memory. Left and Right must be multiples of N.
/// Cells beyond the ends of the tile's row are undefined.
template <int Left, int N, int Right, int Lanes = kWarpSize, class T>
STENCILC_DEVICE void loadMargins(T *row, const T *shared, int lane) {
  static_assert(Left % N == 0 && Right % N == 0 && N * sizeof(T) <= 16);
  const int first = lane * N < Left ? 0 : lane * N - Left;
  STENCILC_UNROLL
  for (int m = 0; m < Left; m += N)
    load<N>(row + m, shared + first + m);
  constexpr int kLast = Lanes * N - Right;
  const int next = lane * N + N > kLast ? kLast : lane * N + N;
  STENCILC_UNROLL
  for (int m = 0; m < Right; m += N)
    load<N>(row + Left + N + m, shared + next + m);
}

/// Loads the Left cells before and the Right cells after the N cells of this lane (thread of a
/// warp) from a row in shared memory. `shared` points to the warp's first cell in the row, which
/// also has cells before and after those of the warp.
template <int Left, int N, int Right, class T>
STENCILC_DEVICE void loadBeside(T *row, const T *shared, int lane) {
  static_assert(Left % N == 0 && Right % N == 0 && N * sizeof(T) <= 16);
  const T *own = shared + lane * N;
  STENCILC_UNROLL
  for (int m = 0; m < Left; m += N)
    load<N>(row + m, own - Left + m);
  STENCILC_UNROLL
  for (int m = 0; m < Right; m += N)
    load<N>(row + Left + N + m, own + N + m);
}

/// Returns the slot of a plane in a ring buffer of `slots` planes. The newest plane is in slot
/// `newest`, and the wanted plane is `age` planes older, from 0 to `slots` - 1. The slot is
/// computed without a branch.
STENCILC_DEVICE constexpr int ringSlot(int newest, int age, int slots) {
  const auto before = static_cast<unsigned>(newest - age), wrapped = before + slots;
  return static_cast<int>(before < wrapped ? before : wrapped);
}

/// Layout of a row of a tile in shared memory, with N adjacent cells for each of `Lanes` threads.
/// The row is copied from memory in pieces of up to 16 bytes, and adjacent threads copy adjacent
/// pieces. If a thread owns several pieces, all pieces are permuted in shared memory, so that
/// threads read them without bank conflicts.
template <class T, int N, int Lanes = kWarpSize> struct Staged {
  static constexpr int kPiece =
      // Cells of a piece.
      N * static_cast<int>(sizeof(T)) < 16 ? N : 16 / static_cast<int>(sizeof(T));
  static constexpr int kPieces = N / kPiece; // pieces of a lane
  static_assert(kPieces == 1 || kPieces == 2 || kPieces == 4);

  /// Returns the index in the row of a cell: the first of the piece that lane `lane` (thread of a
  /// warp) copies as its copy number `piece`. A piece has up to 16 bytes.
  static STENCILC_HD constexpr int cell(int piece, int lane) {
    return (piece * Lanes + lane) * kPiece;
  }
  /// Returns the index, in cells, at which shared memory has the piece (up to 16 bytes) of a row
  /// whose first cell has index `cell` in the row.
  static STENCILC_HD constexpr int place(int cell) {
    const int piece = cell / kPiece;
    return (piece ^ ((piece >> 3) & (kPieces - 1))) * kPiece;
  }
};

/// Starts asynchronous copies of rows of a tile from memory to shared memory: of each row j < Rows
/// whose bit j in `rows` is set. `Lanes` threads copy each row, N cells each, and a thread later
/// reads only cells that it copied itself. `pitch` is the distance from row to row in memory, in
/// cells.
template <int N, int Rows, int Lanes = kWarpSize, class T>
STENCILC_DEVICE void copyRows(T *to, const T *from, Int64 pitch, unsigned rows) {
  constexpr int kPiece = Staged<T, N>::kPiece;
  STENCILC_UNROLL
  for (int j = 0; j < Rows; ++j, to += Lanes * N, from += pitch)
    if (rows >> j & 1) {
      STENCILC_UNROLL
      for (int i = 0; i < N; i += kPiece)
        copyAsync<kPiece * sizeof(T)>(to + i, from + i);
    }
}

/// Loads the N cells of this lane (thread of a warp) of a row in shared memory into registers. The
/// row has the layout that struct Staged describes.
template <int N, class T> STENCILC_DEVICE void loadStaged(T *cells, const T *row, int lane) {
  using Rows = Staged<T, N>;
  STENCILC_UNROLL
  for (int piece = 0; piece < Rows::kPieces; ++piece)
    load<Rows::kPiece>(cells + piece * Rows::kPiece,
                       row + Rows::place(lane * N + piece * Rows::kPiece));
}

/// Stores at `to` the N cells of this lane (thread of a warp), in pieces of up to 16 bytes. `x` is
/// the coordinate of the lane's first cell. A piece is stored if the coordinate of its first cell
/// is in [begin, end), so its other cells may go to padding after the row. Lanes with two pieces
/// first swap one with a neighbour, so that stores fill whole sectors. All lanes call it together.
template <int N, class T>
STENCILC_DEVICE void storeStaged(T *to, const T *cells, int lane, int x, int begin, int end) {
  using Rows = Staged<T, N>;
  if constexpr (Rows::kPieces == 2) {
    constexpr int W = Rows::kPiece;
    const bool isOdd = lane & 1;
    T mine[W], other[W];
    STENCILC_UNROLL
    for (int i = 0; i < W; ++i) {
      // Without the copies NVRTC selects an address instead of a value.
      const T first = cells[i], second = cells[W + i];
      mine[i] = isOdd ? second : first;
      other[i] = shuffleXor(isOdd ? first : second, 1);
    }
    const int xEven = isOdd ? x - N : x;
    T *even = isOdd ? to - N : to;
    const int place = isOdd ? W : 0, first = xEven + place;
    T swapped[W];
    STENCILC_UNROLL
    for (int i = 0; i < W; ++i) {
      swapped[i] = isOdd ? mine[i] : other[i];
      mine[i] = isOdd ? other[i] : mine[i];
    }
    if (first >= begin && first < end) // the first and the second piece of the even lane
      store<W>(even + place, mine);
    if (first + N >= begin && first + N < end)
      store<W>(even + N + place, swapped);
  } else {
    STENCILC_UNROLL
    for (int i = 0; i < N; i += Rows::kPiece)
      if (x + i >= begin && x + i < end)
        store<Rows::kPiece>(to + i, cells + i);
  }
}

/// Stores those of the N cells of this lane (thread of a warp) whose coordinates lie in [begin,
/// end). `x` is the coordinate of the first cell. Uses one access if all N cells lie inside.
template <int N, class T>
STENCILC_DEVICE void storeWithin(T *to, const T *cells, int x, int begin, int end) {
  if (x >= begin && x + N <= end) {
    store<N>(to, cells);
  } else {
    STENCILC_UNROLL
    for (int i = 0; i < N; ++i)
      if (x + i >= begin && x + i < end)
        to[i] = cells[i];
  }
}

/// Clamps coordinate `c` to an axis of `n` cells: the result is from 0 to n - 1, however far
/// outside `c` is.
STENCILC_HD constexpr int clamp(int c, int n) { return c < 0 ? 0 : c >= n ? n - 1 : c; }
/// Maps coordinate `c` to a periodic axis of `n` cells: the result is `c` modulo `n`, however far
/// outside `c` is.
STENCILC_HD constexpr int wrap(int c, int n) {
  c = c < 0 ? c + n : c >= n ? c - n : c;
  if (c < 0 || c >= n) { // rare: more than one period outside
    c %= n;
    c = c < 0 ? c + n : c;
  }
  return c;
}
/// Maps a coordinate to its mirror cell, mirrored at the face: -1 gives 0, -2 gives 1; n gives n -
/// 1. Cells further outside than the grid is long are clamped; their values are not needed.
STENCILC_HD constexpr int mirrorCell(int c, int n) {
  return clamp(c < 0 ? -1 - c : c >= n ? 2 * (n - 1) + 1 - c : c, n);
}
/// Maps coordinate `c` to its mirror cell on an axis of `n` cells, mirrored at the outermost cell:
/// -1 gives 1, -2 gives 2, and n gives n - 2. The result is clamped to the axis.
STENCILC_HD constexpr int mirrorNode(int c, int n) {
  return clamp(c < 0 ? -c : c >= n ? 2 * (n - 1) - c : c, n);
}

/// Copies the value of the cell with index `from` in a tile's row to the cell with index `to`, for
/// a boundary that repeats cells. `Lanes` lanes (threads of a warp) hold the row in registers, N
/// cells each in `cells`. If `from` is outside the tile, the value is undefined. If `to` is
/// outside, nothing changes. All lanes call it together.
template <int N, int Lanes = kWarpSize, class T>
STENCILC_DEVICE void repeatCell(T *cells, int lane, int to, int from) {
  const auto source = static_cast<unsigned>(clamp(from, N * Lanes));
  unsigned which = source % N;
#if defined(__CUDA_ARCH__)
  // Keeps the choice below a sequence of selects; as an index into memory, nvcc 13.0 compiled it
  // wrongly.
  asm("" : "+r"(which));
#endif
  T value = cells[0];
  STENCILC_UNROLL
  for (unsigned i = 1; i < N; ++i)
    value = which == i ? cells[i] : value;
  const int first = Lanes < kWarpSize ? laneIndex() - lane : 0; // first lane of the team
  value = shuffle(value, first + static_cast<int>(source / N));
  STENCILC_UNROLL
  for (int i = 0; i < N; ++i)
    cells[i] = lane * N + i == to ? value : cells[i];
}

/// Copies cell i, for each i below N whose bit i in `cells` is set, from `from` to `to`. Both are
/// in registers.
template <int N, class T> STENCILC_DEVICE void copyWhere(T *to, const T *from, unsigned cells) {
  STENCILC_UNROLL
  for (int i = 0; i < N; ++i)
    to[i] = cells >> i & 1 ? from[i] : to[i];
}
/// Stores cell i, for each i below N whose bit i in `cells` is set, from registers `from` to memory
/// `to`.
template <int N, class T> STENCILC_DEVICE void storeWhere(T *to, const T *from, unsigned cells) {
  STENCILC_UNROLL
  for (int i = 0; i < N; ++i)
    if (cells >> i & 1)
      to[i] = from[i];
}

} // namespace stencilc::inline STENCILC_SPACE
#endif
