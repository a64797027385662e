/// \file Division of a grid into one tile per block, and waits of blocks for the blocks of
/// neighbouring tiles. Persistent kernels use both to exchange cells without ending the launch.
///
///     announce(1)         the block has loaded its tile: neighbours may overwrite what it read
///     awaitNeighbours(1)  all neighbours have loaded theirs; only needed before the block
///                         overwrites cells that they load
///     announce(2)         the block has written the cells that its neighbours need
///     awaitNeighbours(2)  all neighbours have written theirs: the block may read them
///     ...                 the same two with n = 3, 4, ... for each further exchange
///
/// Each block has a counter in device memory, which it only ever increases. A launch starts above
/// the highest count that earlier launches can have reached (Meeting::before). So counters need no
/// reset. Counts of an interrupted launch cannot satisfy a wait of a later one. Counts are compared
/// modulo 2^32.
///
/// All blocks of the launch must run at the same time (LaunchShape::isCooperative).
#pragma once

#include "stencilc/Async.h"
#include "stencilc/Grid.h"

namespace stencilc::inline STENCILC_SPACE {

/// Distance between the counters of two blocks, in counters of 4 bytes. Each counter has a cache
/// line of 128 bytes to itself.
inline constexpr int kMeetingStride = 32;
/// Largest number of blocks that can wait for each other. No GPU has as many multiprocessors.
inline constexpr int kMostMeeting = 1024;

/// Counters with which the blocks of a launch wait for each other. `counts` has one counter for
/// each block. No counter exceeds `before` (modulo 2^32) when the launch begins. Point n of the
/// launch has the count `before` + n.
struct Meeting {
  UInt32 *counts = nullptr;
  UInt32 before = 0;
};

/// Division of a grid into tiles, one for each block. Along each axis, the sizes of tiles differ by
/// at most one cell. Tiles are numbered from 0, with x fastest.
struct TileGrid {
  int cells[3] = {1, 1, 1}, parts[3] = {1, 1, 1}; // cells of the grid and number of tiles
  bool isRound[3] = {}; // periodic axis: the first and the last tile are neighbours
  /// False if the kernel cannot compute this grid: an axis that must not be divided is too long, or
  /// tiles are narrower than the halo.
  bool isPossible = true;

  STENCILC_HD constexpr int count() const { return parts[0] * parts[1] * parts[2]; }
  /// Returns the index along `axis` of tile number `tile`.
  STENCILC_HD constexpr int index(int axis, int tile) const {
    return axis == 0   ? tile % parts[0]
           : axis == 1 ? tile / parts[0] % parts[1]
                       : tile / parts[0] / parts[1];
  }
  /// Returns the coordinate along `axis` of the first cell of tile number `tile`.
  STENCILC_HD constexpr int begin(int axis, int tile) const { return cut(axis, index(axis, tile)); }
  /// Returns the coordinate along `axis` of the cell after the last one of tile number `tile`.
  STENCILC_HD constexpr int end(int axis, int tile) const {
    return cut(axis, index(axis, tile) + 1);
  }
  /// Returns the number of the tile that is by[a] tiles (-1, 0 or 1) from tile number `tile` along
  /// each axis a. Returns -1 beyond a face.
  STENCILC_HD constexpr int neighbour(int tile, const int (&by)[3]) const {
    int number = 0;
    for (int axis = 2; axis >= 0; --axis) {
      int at = index(axis, tile) + by[axis];
      if (isRound[axis])
        at = (at + parts[axis]) % parts[axis];
      if (at < 0 || at >= parts[axis])
        return -1;
      number = number * parts[axis] + at;
    }
    return number;
  }

private:
  STENCILC_HD constexpr int cut(int axis, int index) const {
    return static_cast<int>(Int64{cells[axis]} * index / parts[axis]);
  }
};

/// Divides `grid` into tiles of at most `most` cells along each axis. Bit a of `round` is set if
/// the tiles at both ends of axis a are neighbours. TileGrid::isPossible of the result is false in
/// two cases: an axis has several tiles although its bit in `whole` is set, or it has several tiles
/// and one has fewer than `least` cells.
STENCILC_HD constexpr TileGrid cutGrid(const Grid &grid, const int (&most)[3],
                                       const int (&least)[3], int whole, int round) {
  TileGrid tiles;
  const int cells[3] = {grid.nx, grid.ny, grid.nz};
  for (int axis = 0; axis < 3; ++axis) {
    tiles.cells[axis] = cells[axis];
    tiles.parts[axis] = ceilDiv(cells[axis], most[axis]);
    tiles.isRound[axis] = (round >> axis & 1) != 0;
    const bool isWhole = (whole >> axis & 1) != 0;
    tiles.isPossible =
        tiles.isPossible &&
        (tiles.parts[axis] == 1 || (!isWhole && cells[axis] / tiles.parts[axis] >= least[axis]));
  }
  return tiles;
}

#if STENCILC_HAS_KERNELS

/// Announces to all blocks that this block has reached point `number` of the launch. Points are
/// numbered from 1. All threads of the block call it together, and wait for each other. A block
/// that has awaited this point sees all values that the threads of this block wrote to global
/// memory before it.
STENCILC_DEVICE void announce(const Meeting &meeting, unsigned block, int number) {
  syncThreads();
  if (threadIdx.x == 0)
    machine::raiseCount(meeting.counts + block * kMeetingStride,
                        meeting.before + static_cast<UInt32>(number));
}

/// Waits until the blocks of all neighbouring tiles, also diagonal ones, have announced point
/// `number` of the launch. All threads of the block call it together, and wait for each other. The
/// block must have at least 32 threads.
STENCILC_DEVICE void awaitNeighbours(const Meeting &meeting, const TileGrid &tiles, unsigned block,
                                     int number) {
  constexpr unsigned kNeighbours = 27; // with the tile itself
  if (threadIdx.x < kNeighbours) {
    const int place = static_cast<int>(threadIdx.x);
    const int by[3] = {place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1};
    const int other = tiles.neighbour(static_cast<int>(block), by);
    if (other >= 0)
      machine::awaitCount(meeting.counts + other * kMeetingStride,
                          meeting.before + static_cast<UInt32>(number));
  }
  syncThreads();
}

#endif

} // namespace stencilc::inline STENCILC_SPACE
