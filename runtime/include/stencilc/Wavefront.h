/// \file What kernels that fuse time steps use: rows with margins from neighbouring lanes, and
/// coordinates beyond the grid at any distance.
#pragma once

#include "stencilc/Async.h"

#if STENCILC_HAS_KERNELS
#include "stencilc/Vector.h"

namespace stencilc::inline STENCILC_SPACE {

/// The warp's number in its block. Through a shuffle, so that the compiler knows it to be the same
/// for all lanes: else loop bounds and edge tests cost a register and a branch each.
STENCILC_DEVICE int warpIndex() {
  return shuffle(static_cast<int>((threadIdx.x + blockDim.x * threadIdx.y) / kWarpSize), 0);
}
STENCILC_DEVICE int laneIndex() {
  return static_cast<int>((threadIdx.x + blockDim.x * threadIdx.y) % kWarpSize);
}
/// Teams are parts of a warp, of so many lanes each, that have rows of their own: the number of
/// this thread's in the block, and its lane there. Blocks have one row of threads.
template <int Lanes> STENCILC_DEVICE int teamIndex() {
  return static_cast<int>(threadIdx.x / Lanes);
}
template <int Lanes> STENCILC_DEVICE int laneOfTeam() {
  return static_cast<int>(threadIdx.x % Lanes);
}

/// Completes a row of Left + N + Right cells of which this lane has set the N: the margins are the
/// neighbouring cells of the lanes below and above. The first and last lanes of the warp, and of
/// each of its teams, get cells without meaning. All lanes call it together.
template <int Left, int N, int Right, class T> STENCILC_DEVICE void extendRow(T *row) {
  STENCILC_UNROLL
  for (int m = 1; m <= Left; ++m) // the m-th cell left of the first
    row[Left - m] = shuffleUp(row[Left + (N - 1 - (m - 1) % N)], 1 + (m - 1) / N);
  STENCILC_UNROLL
  for (int m = 0; m < Right; ++m)
    row[Left + N + m] = shuffleDown(row[Left + m % N], 1 + m / N);
}

/// Loads the margins of a row from that of a tile in shared memory, where margins are whole pieces
/// of N cells. Cells whose margins lie outside the tile get others without meaning.
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

/// Extends a row that goes on in shared memory beyond the cells of the warp: `shared` points to
/// the first of these.
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

/// The slot of the plane `age` steps older than the newest, which is in slot `newest`; 0 <= age <
/// slots. The one of two candidates that is not negative, found without a branch.
STENCILC_DEVICE constexpr int ringSlot(int newest, int age, int slots) {
  const auto before = static_cast<unsigned>(newest - age), wrapped = before + slots;
  return static_cast<int>(before < wrapped ? before : wrapped);
}

/// A row of a tile in shared memory, N neighbouring cells each of `Lanes` lanes. It comes from
/// memory in pieces of up to 16 bytes, neighbouring lanes copying neighbouring pieces. Where a lane
/// owns several pieces, they are stored such that reading them conflicts in no bank.
template <class T, int N, int Lanes = kWarpSize> struct Staged {
  static constexpr int kPiece =
      N * static_cast<int>(sizeof(T)) < 16 ? N : 16 / static_cast<int>(sizeof(T)); // cells
  static constexpr int kPieces = N / kPiece;                                       // of a lane
  static_assert(kPieces == 1 || kPieces == 2 || kPieces == 4);

  /// The first cell of the row that piece number `piece` of a lane's copies brings.
  static STENCILC_HD constexpr int cell(int piece, int lane) {
    return (piece * Lanes + lane) * kPiece;
  }
  /// Where in shared memory the piece with this first cell is.
  static STENCILC_HD constexpr int place(int cell) {
    const int piece = cell / kPiece;
    return (piece ^ ((piece >> 3) & (kPieces - 1))) * kPiece;
  }
};

/// Begins to bring N cells of each row whose bit is set, `Lanes` lanes a row, to where only their
/// own lane looks for them. `pitch`: cells from row to row.
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

/// This lane's N cells of a staged row.
template <int N, class T> STENCILC_DEVICE void loadStaged(T *cells, const T *row, int lane) {
  using Rows = Staged<T, N>;
  STENCILC_UNROLL
  for (int piece = 0; piece < Rows::kPieces; ++piece)
    load<Rows::kPiece>(cells + piece * Rows::kPiece,
                       row + Rows::place(lane * N + piece * Rows::kPiece));
}

/// Writes those pieces of this lane's N cells to memory that begin in [begin, end); `x` is the
/// first cell. A piece may end beyond a row, but not beyond what separates it from the next one.
/// Where a lane has two pieces, neighbouring lanes swap one, so that each store fills whole sectors
/// of memory. All lanes call it together.
template <int N, class T>
STENCILC_DEVICE void storeStaged(T *to, const T *cells, int lane, int x, int begin, int end) {
  using Rows = Staged<T, N>;
  if constexpr (Rows::kPieces == 2) {
    constexpr int W = Rows::kPiece;
    const bool isOdd = lane & 1;
    T mine[W], other[W];
    STENCILC_UNROLL
    for (int i = 0; i < W; ++i) {
      const T first = cells[i], second = cells[W + i]; // else NVRTC chooses an address, not a value
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
    if (first >= begin && first < end) // the even lane's cells: its first piece and its second
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

/// Writes those of this lane's N cells that lie in [begin, end); `x` is the first. N cells are one
/// access.
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

/// Coordinates that stand for `c` on an axis of `n` cells, however far outside it is.
STENCILC_HD constexpr int clamp(int c, int n) { return c < 0 ? 0 : c >= n ? n - 1 : c; }
STENCILC_HD constexpr int wrap(int c, int n) {
  c = c < 0 ? c + n : c >= n ? c - n : c;
  if (c < 0 || c >= n) { // seldom
    c %= n;
    c = c < 0 ? c + n : c;
  }
  return c;
}
/// -1 is 0, -2 is 1; n is n - 1. Cells further out than the grid is long are not needed.
STENCILC_HD constexpr int mirrorCell(int c, int n) {
  return clamp(c < 0 ? -1 - c : c >= n ? 2 * (n - 1) + 1 - c : c, n);
}
/// -1 is 1, -2 is 2; n is n - 2.
STENCILC_HD constexpr int mirrorNode(int c, int n) {
  return clamp(c < 0 ? -c : c >= n ? 2 * (n - 1) - c : c, n);
}

/// Gives cell `to` of a tile's row the value of its cell `from`, which the other repeats; either
/// may lie outside the tile, where nobody needs them. `Lanes` lanes of a warp have the row. All
/// call it together.
template <int N, int Lanes = kWarpSize, class T>
STENCILC_DEVICE void repeatCell(T *cells, int lane, int to, int from) {
  const auto source = static_cast<unsigned>(clamp(from, N * Lanes));
  unsigned which = source % N;
#if defined(__CUDA_ARCH__)
  // Else the choice below becomes an index into memory, which nvcc 13.0 was seen to get wrong.
  asm("" : "+r"(which));
#endif
  T value = cells[0];
  STENCILC_UNROLL
  for (unsigned i = 1; i < N; ++i)
    value = which == i ? cells[i] : value;
  const int first = Lanes < kWarpSize ? laneIndex() - lane : 0; // of the team
  value = shuffle(value, first + static_cast<int>(source / N));
  STENCILC_UNROLL
  for (int i = 0; i < N; ++i)
    cells[i] = lane * N + i == to ? value : cells[i];
}

/// Moves those of N cells between registers whose bit is set.
template <int N, class T> STENCILC_DEVICE void copyWhere(T *to, const T *from, unsigned cells) {
  STENCILC_UNROLL
  for (int i = 0; i < N; ++i)
    to[i] = cells >> i & 1 ? from[i] : to[i];
}
/// Writes those of N cells whose bit is set.
template <int N, class T> STENCILC_DEVICE void storeWhere(T *to, const T *from, unsigned cells) {
  STENCILC_UNROLL
  for (int i = 0; i < N; ++i)
    if (cells >> i & 1)
      to[i] = from[i];
}

} // namespace stencilc::inline STENCILC_SPACE
#endif
