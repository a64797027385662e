/// \file Division of an axis into overlapping tiles, and of the swept axis into chunks, the planes
/// that one block sweeps.
///
/// A tile of a kernel that fuses time steps computes more cells than it stores, because near its
/// edges the later steps lack neighbours. Tiles overlap by these halos. At the ends of the axis no
/// halo is needed.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Tiles along one axis; all lengths are in cells. The first tile begins `ghost` cells before the
/// axis and stores cells 0 to `first` - 1. Each later tile stores `stride` cells, and begins `halo`
/// cells before the first cell that it stores.
struct TileAxis {
  int tile, halo, stride, first;
  int ghost = 0,
      // Ghost cells beyond the low and the high end, which tiles compute or fill from the boundary.
      ghostHigh = 0;

  /// Returns the coordinate of the first cell that tile `index` stores.
  STENCILC_HD constexpr int storedBegin(int index) const {
    return index == 0 ? 0 : first + (index - 1) * stride;
  }
  /// Returns the coordinate of the last cell that tile `index` of `count` stores, plus 1, on an
  /// axis of `n` cells.
  STENCILC_HD constexpr int storedEnd(int index, int count, int n) const {
    return index == count - 1 ? n : first + index * stride;
  }
  /// Returns the coordinate of the first cell that tile `index` reads or computes. It is negative
  /// for a tile that begins before the axis.
  STENCILC_HD constexpr int begin(int index) const {
    return index == 0 ? -ghost : storedBegin(index) - halo;
  }
  /// Returns true if the last tile can be moved so that its last cell is the last cell of an axis
  /// of `n` cells. The coordinate of its first cell must then be a multiple of `unit`, and not
  /// negative.
  STENCILC_HD constexpr bool canEndFlush(int n, int unit) const {
    return n >= tile && (n - tile) % unit == 0;
  }
  /// Returns the coordinate of the first cell of tile `index` of `count`, on an axis of `n` cells,
  /// if the last tile is moved to end exactly with the axis. The moved tile also computes some
  /// cells that the tile before it stores.
  STENCILC_HD constexpr int flushBegin(int index, int count, int n) const {
    return index == count - 1 ? n - tile : begin(index);
  }
  /// Returns the coordinate of the first cell of tile `index` of `count`, if the last tile is moved
  /// to the end of an axis of `n` cells. Its first coordinate is rounded up to a multiple of
  /// `unit`, so the tile may extend past the end of the axis by at most `unit` - 1 cells.
  STENCILC_HD constexpr int shiftedBegin(int index, int count, int n, int unit) const {
    return index == count - 1 ? ceilDiv(n - tile, unit) * unit : begin(index);
  }
  /// Returns the number of tiles that begin before the first cell of the axis; at least 1. `count`
  /// is the number of all tiles.
  STENCILC_HD constexpr int lowEnds(int count) const {
    int ends = 1;
    while (ends < count && begin(ends) < 0)
      ++ends;
    return ends;
  }
  /// Returns the number of edge tiles among `count` tiles, on an axis of `n` cells. Edge tiles are
  /// the first tile, the last tile, and others that contain cells beyond the axis.
  STENCILC_HD constexpr int ends(int count, int n) const {
    int ends = lowEnds(count) + 1, last = count - 2;
    for (; ends < count && begin(last) + tile > n; --last)
      ++ends;
    return ends < count ? ends : count;
  }
  /// Returns the index, among `count` tiles of an axis, of edge tile number `index`. Edge tiles are
  /// the first tile, the last tile, and others that contain cells beyond the axis. Edge tiles are
  /// numbered from 0: first those at the low end of the axis, then those at the high end, in each
  /// case from the end inwards.
  STENCILC_HD constexpr int endTile(int index, int count) const {
    const int low = lowEnds(count);
    return index < low ? index : count - 1 - (index - low);
  }
  /// Returns the smallest number of tiles that cover an axis of `n` cells and the ghost cells at
  /// its high end.
  constexpr int count(int n) const { return firstFrom(n + ghostHigh - tile) + 1; }
  /// Returns the index of the first tile whose first cell is `x` or later.
  constexpr int firstFrom(int x) const {
    if (x <= begin(0))
      return 0;
    return x <= begin(1) ? 1 : 1 + ceilDiv(x - begin(1), stride);
  }
};

/// Shared-memory layout of a block that updates dense neighbourhoods with tensor cores
/// (TensorCore.h): pairs of rows of several time steps.
struct TensorTile {
  int radius, steps, warps;
  bool again; // some cells near faces are recomputed from rows that products have read before

  static constexpr int kWarpCells = 64; // cells that a warp computes of each row of a pair

  STENCILC_HD constexpr int across() const { return 2 * radius + 1; } // extent of the neighbourhood
  STENCILC_HD constexpr int width() const { return warps * kWarpCells; }
  /// Returns the number of padding cells on each side of a row's computed cells. It is even, and at
  /// least the radius.
  STENCILC_HD constexpr int pad() const { return (radius + 1) / 2 * 2; }
  /// Returns the number of cells of a row that the block loads into shared memory: the cells that
  /// it computes, and padding on both sides.
  STENCILC_HD constexpr int brought() const { return width() + 2 * pad(); }
  /// Returns the distance from row to row in shared memory, in cells. With this distance the reads
  /// of a warp have no bank conflicts.
  STENCILC_HD constexpr int pitch() const {
    const int apart = radius % 2 ? 10 : 8;
    return brought() + (apart - brought() % 16 + 16) % 16;
  }
  STENCILC_HD constexpr int halo() const { return (radius * steps + 1) / 2 * 2; }
  /// Returns the number of cells of each row that a block stores in global memory.
  STENCILC_HD constexpr int stored() const { return width() - 2 * halo(); }
  /// Returns the prefetch distance: how many pairs of rows are being loaded ahead of their use.
  STENCILC_HD constexpr int ahead() const { return again ? 2 : 3; }
  /// Returns how many pairs of rows of each time step are in shared memory for reading, besides
  /// those being loaded or written: 1, or `radius` + 1 with `again`. In that case cells near faces
  /// are computed again, from rows that the matrix products have read before.
  STENCILC_HD constexpr int read() const { return again ? radius + 1 : 1; }
  /// Returns the number of slots in shared memory for pairs of rows of time step `step`, where step
  /// 0 has the loaded rows. Of the others, step `steps` - 1 has one slot more, because a warp may
  /// write the next pair while other warps still read.
  STENCILC_HD constexpr int slots(int step) const {
    return read() + (step == 0 ? ahead() : step == steps - 1 ? 2 : 1);
  }
  STENCILC_HD constexpr int firstSlot(int step) const {
    return step == 0 ? 0 : slots(0) + (step - 1) * slots(1);
  }
  STENCILC_HD constexpr int allSlots() const { return firstSlot(steps - 1) + slots(steps - 1); }
  /// Returns how many pairs of rows a block computes in addition to the pairs that it stores,
  /// because the fused time steps need them.
  STENCILC_HD constexpr int extraPairs() const { return radius * steps + steps; }

  /// Returns the width in cells of the region that is loaded to recompute the 64 cells of one warp:
  /// these cells and all others that they depend on.
  STENCILC_HD constexpr int redoneAcross() const { return kWarpCells + 2 * radius * steps; }
  /// Returns the largest number of rows that can be recomputed at a time. Two time steps of these
  /// rows, and of all cells that they depend on, must fit in the block's shared memory.
  STENCILC_HD constexpr int redoneRows() const {
    return cells() / 2 / redoneAcross() - 2 * radius * steps;
  }
  /// Returns the size, in cells of 8 bytes, of a block's shared memory for cells of the grid.
  /// During the sweep it holds rows of all fused time steps. After the sweep it holds the cells
  /// around results that are computed again, because tensor cores may have computed them wrong.
  STENCILC_HD constexpr int cells() const {
    const int least = 2 * redoneAcross() * (8 + 2 * radius * steps);
    return allSlots() * 2 * pitch() > least ? allSlots() * 2 * pitch() : least;
  }
  /// Returns the size in bytes of the shared memory of a block: rows, weights, marks of rows to be
  /// computed again, and a barrier. It is a multiple of 128.
  STENCILC_HD constexpr int sharedBytes() const {
    const int words = cells() + across() * across() + warps / 2 + 2;
    return ceilDiv(words * 8, 128) * 128;
  }
};

/// Predicted time of one plane of a tile at a face, relative to an inner tile. kFaceTileCost is for
/// tiles that need boundary tests. kFlushTileCost is for tiles that do not extend beyond the grid.
/// kRepeatTileCost is for a boundary that repeats cells of the grid, as a periodic one does.
inline constexpr double kFaceTileCost = 1.35, kFlushTileCost = 1.15, kRepeatTileCost = 2.5;

namespace detail {

/// Returns the time that `atOnce` processors need for `outer` tasks of length `cost`, which run
/// first, and `inner` tasks of length 1. A processor starts its next task as soon as it is free.
constexpr double wavesOf(Int64 inner, Int64 outer, Int64 atOnce, double cost) {
  // `more` processors get one more long task.
  const Int64 full = outer / atOnce, more = outer % atOnce;
  const double low = static_cast<double>(full) * cost;
  const double high = more ? low + cost : low;
  // Rounds of inner tasks on the processors with fewer long ones; the others have at most two
  // fewer.
  for (Int64 rounds = ceilDiv(inner, atOnce);; ++rounds) {
    const double end = low + static_cast<double>(rounds);
    const auto beside = end > high ? static_cast<Int64>(end - high) : 0;
    if ((atOnce - more) * rounds + more * beside >= inner)
      return end > high ? end : high;
  }
}

} // namespace detail

/// Returns the number of chunks (one block sweeps each) into which columns of `cells` planes are
/// divided, so that all are swept soonest. There are `inner` columns, and `outer` columns at faces,
/// where a plane takes `cost` times as long. `atOnce` blocks run at a time. A chunk takes `extra`
/// more steps than it has planes. The longest chunk has at least `least` planes, unless it is the
/// only one.
constexpr int chooseChunks(int inner, int outer, int atOnce, int cells, int extra, int least,
                           double cost = kFaceTileCost) {
  const double tasks = inner + cost * outer;
  int best = 1;
  double fewest = 0;
  for (int chunks = 1; chunks <= cells && (chunks == 1 || ceilDiv(cells, chunks) >= least);
       ++chunks) {
    // Lower bound with no idle processor: larger counts can only be worse.
    if (chunks > 1 && tasks * (cells + double(extra) * chunks) / atOnce >= 0.995 * fewest)
      break;
    const double waves =
        detail::wavesOf(Int64{inner} * chunks, Int64{outer} * chunks, atOnce, cost);
    const double steps = waves * (ceilDiv(cells, chunks) + extra);
    if (chunks == 1 || steps < 0.995 * fewest) {
      best = chunks;
      fewest = steps;
    }
  }
  return best;
}

/// Tiles that a kernel sweeps. Flush: all tiles, the last ones moved so that they end with the
/// grid. Inside: tiles that touch no face. Faces: tiles that touch a face.
enum class TileKind { Flush, Inside, Faces };

/// Position of a tile in a plane of tiles: its column along x and its row along y, from 0.
struct TilePlace {
  int column = 0, row = 0;
};
/// Returns the number of tiles at faces, in a plane of columns x rows tiles.
STENCILC_HD constexpr int faceTiles(int columns, int rows) {
  return columns <= 2 || rows <= 2 ? columns * rows : 2 * columns + 2 * (rows - 2);
}
/// Returns column and row of tile number `index` in a plane of columns x rows tiles. Tiles at
/// faces, which are slow, have the first numbers.
STENCILC_HD constexpr TilePlace tilePlace(int index, int columns, int rows) {
  if (columns <= 2 || rows <= 2)
    return {index % columns, index / columns};
  if (index < 2 * columns) // bottom and top
    return {index % columns, index < columns ? 0 : rows - 1};
  index -= 2 * columns;
  if (index < 2 * (rows - 2)) // left and right
    return {index % 2 ? columns - 1 : 0, 1 + index / 2};
  index -= 2 * (rows - 2);
  return {1 + index % (columns - 2), 1 + index / (columns - 2)};
}

/// Work of a block: column and row of its tile, and the number of its chunk, the range of planes
/// that it sweeps.
struct TileTask {
  int column = 0, row = 0, chunk = 0;
};
/// Returns the tile and the chunk (range of planes) of a block. Block numbers count all tiles of
/// the first chunk, then all tiles of the next one.
STENCILC_HD constexpr TileTask tileTask(int block, int columns, int rows) {
  const int tiles = columns * rows;
  return {block % tiles % columns, block % tiles / columns, block / tiles};
}
/// Returns the tile and the chunk (range of planes) of block number `block` of a kernel, if tiles
/// at faces have a kernel of their own. There are columns x rows tiles, and `faces` of them are at
/// faces. The kernel of kind Inside sweeps the other tiles, a kernel of any other kind those at
/// faces.
STENCILC_HD constexpr TileTask taskOfKind(TileKind kind, int block, int columns, int rows,
                                          int faces) {
  const bool isInside = kind == TileKind::Inside;
  const int all = columns * rows, tiles = isInside ? all - faces : faces;
  const int number = block % tiles + (isInside ? faces : 0);
  const TilePlace place = faces < all ? tilePlace(number, columns, rows)
                                      : TilePlace{number % columns, number / columns};
  return {place.column, place.row, block / tiles};
}
/// Returns the tile and the chunk (range of planes) of block number `block`, if one kernel sweeps
/// all tiles. There are `columns` times `rows` tiles, with `chunks` chunks each. The first blocks
/// get all chunks of the tiles at faces, because these tiles are slower.
STENCILC_HD constexpr TileTask taskInTurn(int block, int columns, int rows, int chunks) {
  const int faces = faceTiles(columns, rows), others = columns * rows - faces;
  const int inner = block - faces * chunks, apart = others > 1 ? others : 1;
  const TilePlace place =
      tilePlace(inner < 0 ? block % faces : faces + inner % apart, columns, rows);
  return {place.column, place.row, inner < 0 ? block / faces : inner / apart};
}

/// Returns the first plane of chunk number `chunk`, if `cells` planes are divided into `chunks`
/// chunks (one block sweeps each). Chunks differ by at most one plane.
STENCILC_HD constexpr int chunkBegin(int cells, int chunk, int chunks) {
  return static_cast<int>(Int64(cells) * chunk / chunks);
}

} // namespace stencilc::inline STENCILC_SPACE
