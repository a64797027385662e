/// \file Covering an axis with overlapping tiles, and cutting the swept axis into chunks.
///
/// A tile of a kernel that fuses time steps computes more cells than it stores, because near its
/// edges the later steps lack neighbours. Tiles overlap by these halos. At the ends of the axis no
/// halo is needed.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Tiles along one axis; all lengths in cells. The first tile begins `ghost` cells before the axis
/// and stores the cells up to `first`. Each other tile stores `stride` cells and begins `halo`
/// cells before them.
struct TileAxis {
  int tile, halo, stride, first;
  int ghost = 0,
      // Ghost cells beyond the low and the high end, which tiles compute or fill from the boundary.
      ghostHigh = 0;

  /// Returns the first cell that tile `index` stores.
  STENCILC_HD constexpr int storedBegin(int index) const {
    return index == 0 ? 0 : first + (index - 1) * stride;
  }
  /// Returns the end of the cells that tile `index` of `count` stores, on an axis of `n` cells.
  STENCILC_HD constexpr int storedEnd(int index, int count, int n) const {
    return index == count - 1 ? n : first + index * stride;
  }
  /// Returns the first cell that tile `index` computes or reads; negative for cells before the
  /// axis.
  STENCILC_HD constexpr int begin(int index) const {
    return index == 0 ? -ghost : storedBegin(index) - halo;
  }
  /// Returns true if the last tile can be placed to end exactly at the end of an axis of `n` cells.
  /// Its first cell must be a multiple of `unit`.
  STENCILC_HD constexpr bool canEndFlush(int n, int unit) const {
    return n >= tile && (n - tile) % unit == 0;
  }
  /// Returns the first cell of tile `index` of `count` if the last tile is moved to end at the end
  /// of the axis. That tile then also computes cells that its neighbour stores.
  STENCILC_HD constexpr int flushBegin(int index, int count, int n) const {
    return index == count - 1 ? n - tile : begin(index);
  }
  /// Returns the first cell of tile `index` of `count` if the last tile is moved to the end of the
  /// axis, rounded up to a multiple of `unit`. It may end up to `unit - 1` cells beyond the axis.
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
  /// Returns the number of edge tiles, which hold cells beyond an end of an axis of `n` cells. The
  /// first and the last tile always count; with many ghost cells there are more.
  STENCILC_HD constexpr int ends(int count, int n) const {
    int ends = lowEnds(count) + 1, last = count - 2;
    for (; ends < count && begin(last) + tile > n; --last)
      ++ends;
    return ends < count ? ends : count;
  }
  /// Returns the index of edge tile number `index`: first those at the low end of the axis, then
  /// those at the high end.
  STENCILC_HD constexpr int endTile(int index, int count) const {
    const int low = lowEnds(count);
    return index < low ? index : count - 1 - (index - low);
  }
  /// Returns the smallest number of tiles that cover `n` cells and the ghost cells beyond them.
  constexpr int count(int n) const { return firstFrom(n + ghostHigh - tile) + 1; }
  /// Returns the index of the first tile that begins at cell `x` or later.
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
  /// Returns the number of padding cells on either side of a row's computed cells. It is even, and
  /// at least the radius.
  STENCILC_HD constexpr int pad() const { return (radius + 1) / 2 * 2; }
  STENCILC_HD constexpr int brought() const { return width() + 2 * pad(); }
  /// Returns the distance between rows in shared memory, in cells. It is chosen such that a warp's
  /// reads have no bank conflicts.
  STENCILC_HD constexpr int pitch() const {
    const int apart = radius % 2 ? 10 : 8;
    return brought() + (apart - brought() % 16 + 16) % 16;
  }
  STENCILC_HD constexpr int halo() const { return (radius * steps + 1) / 2 * 2; }
  /// Returns the number of cells of each row that a block stores in global memory.
  STENCILC_HD constexpr int stored() const { return width() - 2 * halo(); }
  /// Returns how many pairs of rows are loaded ahead of their use. read() returns the number of
  /// pairs of each time step that remain in shared memory for reading.
  STENCILC_HD constexpr int ahead() const { return again ? 2 : 3; }
  STENCILC_HD constexpr int read() const { return again ? radius + 1 : 1; }
  /// Returns the number of slots for pairs of rows of time step `step` in shared memory. The last
  /// time step has one more slot, because a warp may go on while others still read.
  STENCILC_HD constexpr int slots(int step) const {
    return read() + (step == 0 ? ahead() : step == steps - 1 ? 2 : 1);
  }
  STENCILC_HD constexpr int firstSlot(int step) const {
    return step == 0 ? 0 : slots(0) + (step - 1) * slots(1);
  }
  STENCILC_HD constexpr int allSlots() const { return firstSlot(steps - 1) + slots(steps - 1); }
  /// Returns the number of pairs of rows that a sweep over a chunk computes in addition to those of
  /// the chunk.
  STENCILC_HD constexpr int extraPairs() const { return radius * steps + steps; }

  /// Returns the width in cells of the region that is loaded to recompute the cells of one warp,
  /// with all cells that they depend on. redoneRows() returns how many rows fit in shared memory,
  /// for two time steps.
  STENCILC_HD constexpr int redoneAcross() const { return kWarpCells + 2 * radius * steps; }
  STENCILC_HD constexpr int redoneRows() const {
    return cells() / 2 / redoneAcross() - 2 * radius * steps;
  }
  /// Returns the size of the cells' part of shared memory, in doubles.
  STENCILC_HD constexpr int cells() const {
    const int least = 2 * redoneAcross() * (8 + 2 * radius * steps);
    return allSlots() * 2 * pitch() > least ? allSlots() * 2 * pitch() : least;
  }
  /// Returns the size of shared memory in bytes: rows, weights, one mark for each warp, and a
  /// barrier. It is a multiple of 128.
  STENCILC_HD constexpr int sharedBytes() const {
    const int words = cells() + across() * across() + warps / 2 + 2;
    return ceilDiv(words * 8, 128) * 128;
  }
};

/// Predicted time of a step of the sweep for a tile at a face, relative to an inner tile. Such
/// tiles are slower because of boundary tests, less so if they end exactly with the grid (flush),
/// and more so if the boundary repeats cells, as a periodic one does (repeat).
inline constexpr double kFaceTileCost = 1.35, kFlushTileCost = 1.15, kRepeatTileCost = 2.5;

namespace detail {

/// Returns the time that `atOnce` processors need for `inner` tasks of length 1 and `outer` tasks
/// of length `cost`. The `outer` tasks run first.
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

/// Returns into how many chunks to cut `cells` planes so that all tiles finish in the fewest steps
/// of the sweep. There are `inner` columns of tiles and `outer` ones at faces, whose steps are
/// `cost` times as long; `atOnce` of them run at a time. A chunk takes `extra` more steps than it
/// has planes. The longest chunk has at least `least` planes, unless there is only one.
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

/// The tiles that a kernel sweeps. Flush: all tiles, with the last ones moved to end with the grid.
/// Inside: tiles at no face. Faces: tiles at faces.
enum class TileKind { Flush, Inside, Faces };

/// Column and row of a tile in a plane. tilePlace() numbers the tiles of a plane with those at
/// faces first, so that these slow tiles do not run last.
struct TilePlace {
  int column = 0, row = 0;
};
/// Returns the number of tiles at faces, in a plane of columns x rows tiles.
STENCILC_HD constexpr int faceTiles(int columns, int rows) {
  return columns <= 2 || rows <= 2 ? columns * rows : 2 * columns + 2 * (rows - 2);
}
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

/// The work of a block: column and row of its tile, and number of its chunk of planes.
struct TileTask {
  int column = 0, row = 0, chunk = 0;
};
/// Returns the tile and chunk of a block. Blocks are numbered through all tiles of the first chunk,
/// then through those of the next one.
STENCILC_HD constexpr TileTask tileTask(int block, int columns, int rows) {
  const int tiles = columns * rows;
  return {block % tiles % columns, block % tiles / columns, block / tiles};
}
/// Returns the tile and chunk of a block, if tiles at faces have a kernel of their own. The kernel
/// for `Inside` sweeps all tiles but the first `faces` in the order of tilePlace(); kernels of
/// other kinds sweep these first ones.
STENCILC_HD constexpr TileTask taskOfKind(TileKind kind, int block, int columns, int rows,
                                          int faces) {
  const bool isInside = kind == TileKind::Inside;
  const int all = columns * rows, tiles = isInside ? all - faces : faces;
  const int number = block % tiles + (isInside ? faces : 0);
  const TilePlace place = faces < all ? tilePlace(number, columns, rows)
                                      : TilePlace{number % columns, number / columns};
  return {place.column, place.row, block / tiles};
}
/// Returns the tile and chunk of a block, if one kernel sweeps all tiles. Tiles at faces are
/// slower, so all their `chunks` chunks come first.
STENCILC_HD constexpr TileTask taskInTurn(int block, int columns, int rows, int chunks) {
  const int faces = faceTiles(columns, rows), others = columns * rows - faces;
  const int inner = block - faces * chunks, apart = others > 1 ? others : 1;
  const TilePlace place =
      tilePlace(inner < 0 ? block % faces : faces + inner % apart, columns, rows);
  return {place.column, place.row, inner < 0 ? block / faces : inner / apart};
}

/// Returns the first plane of chunk number `chunk`, if `cells` planes are divided into `chunks`
/// chunks. Chunks differ by at most one plane.
STENCILC_HD constexpr int chunkBegin(int cells, int chunk, int chunks) {
  return static_cast<int>(Int64(cells) * chunk / chunks);
}

} // namespace stencilc::inline STENCILC_SPACE
