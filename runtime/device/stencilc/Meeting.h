/// \file Division of a grid into one tile per block, and waits of blocks for the blocks of
/// neighbouring tiles. Persistent kernels use both to exchange cells without ending the launch.
///
///     announce(1)  the block has loaded its tile: neighbours may overwrite what it read
///     await(1)     only if the block is about to overwrite what its neighbours have read
///     announce(2)  the block has written the cells that its neighbours need
///     await(2)     all neighbours have done the same, so that the block may read their cells
///     ...          announce(n) and await(n) with n = 3, 4, ... for each further exchange
///
/// Each block has a counter in device memory, which it only ever increases. A launch counts on from
/// the highest count that earlier launches can have reached (Meeting::before). So counters are
/// never reset, and a launch that was interrupted leaves nothing behind that a later one may take
/// for an announcement. Counts are compared modulo 2^32.
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
/// each block. All have at most the value `before` when the launch begins.
struct Meeting {
  UInt32 *counts = nullptr;
  UInt32 before = 0;
};

/// Division of a grid into tiles, one for each block. Along each axis, the sizes of tiles differ by
/// at most one cell. Tiles are numbered from 0, with x fastest.
struct TileGrid {
  int cells[3] = {1, 1, 1}, parts[3] = {1, 1, 1}; // cells of the grid and number of tiles
  bool isRound[3] = {};                           // the first and the last tile are neighbours
  /// False if the grid has other sizes than the kernel was compiled for, so that tiles would be
  /// larger than shared memory, or smaller than the halo.
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
  /// Returns the number of the tile at a distance of `by` tiles from tile number `tile`, or -1 if
  /// it lies beyond a face.
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
/// the tiles at both ends of axis a are neighbours. TileGrid::isPossible of the result is false if
/// an axis has several tiles although its bit in `whole` is set, or tiles of fewer than `least`
/// cells.
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
/// that has awaited this announcement sees everything that they have written to global memory.
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
