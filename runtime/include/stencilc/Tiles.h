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
  /// Returns the first cell of a tile, which may be negative.
  STENCILC_HD constexpr int begin(int index) const {
    return index == 0 ? -ghost : storedBegin(index) - halo;
  }
  /// Returns true if the last tile can end exactly at the end of the axis and begin at a multiple
  /// of `unit`.
  STENCILC_HD constexpr bool canEndFlush(int n, int unit) const {
    return n >= tile && (n - tile) % unit == 0;
  }
  /// Returns the first cell of a tile if the last tile is moved to end at the end of the axis. It
  /// then computes more cells that its neighbour stores.
  STENCILC_HD constexpr int flushBegin(int index, int count, int n) const {
    return index == count - 1 ? n - tile : begin(index);
  }
  /// Returns the first cell of a tile if the last tile is moved to the end of the axis, for any
  /// `n`. The last tile begins at a multiple of `unit`, so it may end up to `unit - 1` cells beyond
  /// the axis.
  STENCILC_HD constexpr int shiftedBegin(int index, int count, int n, int unit) const {
    return index == count - 1 ? ceilDiv(n - tile, unit) * unit : begin(index);
  }
  /// Returns how many of `count` tiles begin before the axis; at least 1.
  STENCILC_HD constexpr int lowEnds(int count) const {
    int ends = 1;
    while (ends < count && begin(ends) < 0)
      ++ends;
    return ends;
  }
  /// Returns how many of `count` tiles hold cells beyond the ends of an axis of `n` cells. These
  /// are at least the first and the last tile, and more of them if the ghost cells are many.
  STENCILC_HD constexpr int ends(int count, int n) const {
    int ends = lowEnds(count) + 1, last = count - 2;
    for (; ends < count && begin(last) + tile > n; --last)
      ++ends;
    return ends < count ? ends : count;
  }
  /// Returns the tile that is number `index` of the tiles that ends() counts.
  STENCILC_HD constexpr int endTile(int index, int count) const {
    const int low = lowEnds(count);
    return index < low ? index : count - 1 - (index - low);
  }
  /// Returns the fewest tiles that cover `n` cells and the ghost cells beyond.
  constexpr int count(int n) const { return firstFrom(n + ghostHigh - tile) + 1; }
  /// Returns the first tile that begins at cell `x` or later.
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
  /// Returns the cells on either side of the computed cells; at least the radius, even.
  STENCILC_HD constexpr int pad() const { return (radius + 1) / 2 * 2; }
  STENCILC_HD constexpr int brought() const { return width() + 2 * pad(); }
  /// Returns the distance between rows, chosen such that the lanes that read a quad have no bank
  /// conflicts.
  STENCILC_HD constexpr int pitch() const {
    const int apart = radius % 2 ? 10 : 8;
    return brought() + (apart - brought() % 16 + 16) % 16;
  }
  STENCILC_HD constexpr int halo() const { return (radius * steps + 1) / 2 * 2; }
  /// Returns the cells of a row that a block stores.
  STENCILC_HD constexpr int stored() const { return width() - 2 * halo(); }
  /// Returns the prefetch distance in pairs of rows. read() returns the pairs of rows that remain
  /// readable for an update.
  STENCILC_HD constexpr int ahead() const { return again ? 2 : 3; }
  STENCILC_HD constexpr int read() const { return again ? radius + 1 : 1; }
  /// Returns the slots for pairs of rows of a time step. The last step has one more, because a warp
  /// may go on while others are still in it.
  STENCILC_HD constexpr int slots(int step) const {
    return read() + (step == 0 ? ahead() : step == steps - 1 ? 2 : 1);
  }
  STENCILC_HD constexpr int firstSlot(int step) const {
    return step == 0 ? 0 : slots(0) + (step - 1) * slots(1);
  }
  STENCILC_HD constexpr int allSlots() const { return firstSlot(steps - 1) + slots(steps - 1); }
  /// Returns the pairs of rows that a chunk sweeps in addition to its own.
  STENCILC_HD constexpr int extraPairs() const { return radius * steps + steps; }

  /// Returns the width of the region that a recomputation needs: the cells of one warp and their
  /// dependences. The function redoneRows() returns the rows that fit, with two time steps in
  /// shared memory.
  STENCILC_HD constexpr int redoneAcross() const { return kWarpCells + 2 * radius * steps; }
  STENCILC_HD constexpr int redoneRows() const {
    return cells() / 2 / redoneAcross() - 2 * radius * steps;
  }
  /// Returns the number of doubles for cells in shared memory.
  STENCILC_HD constexpr int cells() const {
    const int least = 2 * redoneAcross() * (8 + 2 * radius * steps);
    return allSlots() * 2 * pitch() > least ? allSlots() * 2 * pitch() : least;
  }
  /// Returns the bytes of shared memory for rows, weights, marks of each warp and a barrier,
  /// rounded up to a multiple of 128.
  STENCILC_HD constexpr int sharedBytes() const {
    const int words = cells() + across() * across() + warps / 2 + 2;
    return ceilDiv(words * 8, 128) * 128;
  }
};

/// Time of a step of a tile at a face, in steps of an inner tile. Tiles at faces compute and test
/// more; less so if they end exactly with the grid (flush).
inline constexpr double kFaceTileCost = 1.35, kFlushTileCost = 1.15, kRepeatTileCost = 2.5;

namespace detail {

/// Returns the time for `inner` tasks of length 1 and `outer` tasks of length `cost` on `atOnce`
/// processors, with the long tasks first.
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

/// Returns the number of chunks into which `cells` planes are cut so that all tiles take the fewest
/// steps. There are `inner` columns of tiles and `outer` ones at faces, of which `atOnce` run at a
/// time. Each chunk takes `extra` more steps than it has planes. A step at a face takes as long as
/// `cost` other steps. The longest chunk has at least `least` planes.
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

/// Tiles that a kernel sweeps. Flush: all tiles, the last ones moved to end with the grid. Inside:
/// tiles at no face. Faces: tiles at faces.
enum class TileKind { Flush, Inside, Faces };

/// Column and row of a tile. tilePlace() numbers the tiles of a plane such that those at faces come
/// first, so that the longest tasks do not run last.
struct TilePlace {
  int column = 0, row = 0;
};
/// Returns the number of tiles at a face, of columns x rows tiles.
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

/// Work of a block: a tile, and a chunk of the swept axis.
struct TileTask {
  int column = 0, row = 0, chunk = 0;
};
/// Returns the task of a block, in the order: all tiles of a chunk, then those of the next chunk.
STENCILC_HD constexpr TileTask tileTask(int block, int columns, int rows) {
  const int tiles = columns * rows;
  return {block % tiles % columns, block % tiles / columns, block / tiles};
}
/// Returns the task of a block if tiles at faces have a kernel of their own. In the order of
/// tilePlace(), the kernel of kind Inside sweeps all tiles but the first `faces`; kernels of other
/// kinds sweep these first ones.
STENCILC_HD constexpr TileTask taskOfKind(TileKind kind, int block, int columns, int rows,
                                          int faces) {
  const bool isInside = kind == TileKind::Inside;
  const int all = columns * rows, tiles = isInside ? all - faces : faces;
  const int number = block % tiles + (isInside ? faces : 0);
  const TilePlace place = faces < all ? tilePlace(number, columns, rows)
                                      : TilePlace{number % columns, number / columns};
  return {place.column, place.row, block / tiles};
}
/// Returns the task of a block if one kernel sweeps all tiles. Tiles at faces take longer, so all
/// `chunks` chunks of them come first.
STENCILC_HD constexpr TileTask taskInTurn(int block, int columns, int rows, int chunks) {
  const int faces = faceTiles(columns, rows), others = columns * rows - faces;
  const int inner = block - faces * chunks, apart = others > 1 ? others : 1;
  const TilePlace place =
      tilePlace(inner < 0 ? block % faces : faces + inner % apart, columns, rows);
  return {place.column, place.row, inner < 0 ? block / faces : inner / apart};
}

/// Returns the first plane of a chunk. Chunks differ by at most one plane.
STENCILC_HD constexpr int chunkBegin(int cells, int chunk, int chunks) {
  return static_cast<int>(Int64(cells) * chunk / chunks);
}

} // namespace stencilc::inline STENCILC_SPACE
