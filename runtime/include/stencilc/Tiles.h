/// \file How overlapping tiles cover an axis, and how the swept axis is cut into chunks.
///
/// A tile of a kernel that fuses time steps computes more cells than it stores: towards its edge,
/// the later steps lack neighbours. Tiles overlap by these halos, except at the ends of the axis,
/// where there is nothing beyond that could be missing.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Tiles along one axis, all lengths in cells. The first tile begins `ghost` cells before the axis
/// and stores up to `first`, every other tile stores `stride` cells and begins `halo` before them.
struct TileAxis {
  int tile, halo, stride, first;
  int ghost = 0,
      ghostHigh = 0; // cells beyond the ends that tiles compute or hold values of faces in

  STENCILC_HD constexpr int storedBegin(int index) const {
    return index == 0 ? 0 : first + (index - 1) * stride;
  }
  /// Where the cells end that tile `index` of `count` stores, on an axis of `n` cells.
  STENCILC_HD constexpr int storedEnd(int index, int count, int n) const {
    return index == count - 1 ? n : first + index * stride;
  }
  /// The first cell of a tile; may be negative.
  STENCILC_HD constexpr int begin(int index) const {
    return index == 0 ? -ghost : storedBegin(index) - halo;
  }
  /// Whether the last tile can end where the axis does, beginning at a multiple of `unit`.
  STENCILC_HD constexpr bool canEndFlush(int n, int unit) const {
    return n >= tile && (n - tile) % unit == 0;
  }
  /// The first cell of a tile where the last one is moved to end where the axis does: it computes
  /// more cells that another stores.
  STENCILC_HD constexpr int flushBegin(int index, int count, int n) const {
    return index == count - 1 ? n - tile : begin(index);
  }
  /// Where a tile begins that ends with the grid, for any `n`: at a multiple of `unit`, so that it
  /// may end up to `unit - 1` cells beyond.
  STENCILC_HD constexpr int shiftedBegin(int index, int count, int n, int unit) const {
    return index == count - 1 ? ceilDiv(n - tile, unit) * unit : begin(index);
  }
  /// How many of `count` tiles begin before the axis: the first at least.
  STENCILC_HD constexpr int lowEnds(int count) const {
    int ends = 1;
    while (ends < count && begin(ends) < 0)
      ++ends;
    return ends;
  }
  /// How many of `count` tiles hold cells beyond the ends of an axis of `n` cells: the first and
  /// the last at least, and others beside them where many are held.
  STENCILC_HD constexpr int ends(int count, int n) const {
    int ends = lowEnds(count) + 1, last = count - 2;
    for (; ends < count && begin(last) + tile > n; --last)
      ++ends;
    return ends < count ? ends : count;
  }
  /// Which tile number `index` of those is.
  STENCILC_HD constexpr int endTile(int index, int count) const {
    const int low = lowEnds(count);
    return index < low ? index : count - 1 - (index - low);
  }
  /// The fewest tiles that cover `n` cells and what lies beyond.
  constexpr int count(int n) const { return firstFrom(n + ghostHigh - tile) + 1; }
  /// The first tile that begins at cell `x` or beyond.
  constexpr int firstFrom(int x) const {
    if (x <= begin(0))
      return 0;
    return x <= begin(1) ? 1 : 1 + ceilDiv(x - begin(1), stride);
  }
};

/// The strip of a block that updates dense neighbourhoods by tensor cores (TensorCore.h): pairs of
/// rows of several time steps, in shared memory.
struct TensorTile {
  int radius, steps, warps;
  bool again; // some cells near faces are computed from rows that products have read before

  static constexpr int kWarpCells = 64; // of a row, and of the next one

  STENCILC_HD constexpr int across() const { return 2 * radius + 1; } // cells around one
  STENCILC_HD constexpr int width() const { return warps * kWarpCells; }
  /// Cells beside those that are computed.
  STENCILC_HD constexpr int pad() const { return (radius + 1) / 2 * 2; }
  STENCILC_HD constexpr int brought() const { return width() + 2 * pad(); }
  /// From one row to the next: as far as lets the lanes that read a quad meet in no bank.
  STENCILC_HD constexpr int pitch() const {
    const int apart = radius % 2 ? 10 : 8;
    return brought() + (apart - brought() % 16 + 16) % 16;
  }
  STENCILC_HD constexpr int halo() const { return (radius * steps + 1) / 2 * 2; }
  /// Cells of a row that a block stores.
  STENCILC_HD constexpr int stored() const { return width() - 2 * halo(); }
  /// Pairs of rows on their way from memory; those that are read in a step of the sweep.
  STENCILC_HD constexpr int ahead() const { return again ? 2 : 3; }
  STENCILC_HD constexpr int read() const { return again ? radius + 1 : 1; }
  /// Places for pairs of rows of a time step. Warps go on while others are in the last step.
  STENCILC_HD constexpr int slots(int step) const {
    return read() + (step == 0 ? ahead() : step == steps - 1 ? 2 : 1);
  }
  STENCILC_HD constexpr int firstSlot(int step) const {
    return step == 0 ? 0 : slots(0) + (step - 1) * slots(1);
  }
  STENCILC_HD constexpr int allSlots() const { return firstSlot(steps - 1) + slots(steps - 1); }
  /// Pairs of rows that a chunk goes through beside its own.
  STENCILC_HD constexpr int extraPairs() const { return radius * steps + steps; }

  /// Where results are computed once more, cells of a warp at a time with all that they depend on:
  /// of a row, and rows, in two time steps.
  STENCILC_HD constexpr int redoneAcross() const { return kWarpCells + 2 * radius * steps; }
  STENCILC_HD constexpr int redoneRows() const {
    return cells() / 2 / redoneAcross() - 2 * radius * steps;
  }
  /// Numbers in shared memory.
  STENCILC_HD constexpr int cells() const {
    const int least = 2 * redoneAcross() * (8 + 2 * radius * steps);
    return allSlots() * 2 * pitch() > least ? allSlots() * 2 * pitch() : least;
  }
  /// Rows, factors, marks of each warp and a barrier, on a boundary of 128 bytes.
  STENCILC_HD constexpr int sharedBytes() const {
    const int words = cells() + across() * across() + warps / 2 + 2;
    return ceilDiv(words * 8, 128) * 128;
  }
};

/// Tiles at a face compute and test more than others: steps of one for a step of another. Less so
/// where they end with the grid.
inline constexpr double kFaceTileCost = 1.35, kFlushTileCost = 1.15, kRepeatTileCost = 2.5;

namespace detail {

/// Waves that `inner` tasks of length 1 and `outer` tasks of length `cost` take on `atOnce` places,
/// the long ones first.
constexpr double wavesOf(Int64 inner, Int64 outer, Int64 atOnce, double cost) {
  const Int64 full = outer / atOnce, more = outer % atOnce; // `more` places have one more
  const double low = static_cast<double>(full) * cost;
  const double high = more ? low + cost : low;
  // Of inner tasks on the places with fewer long ones; the others have at most two rounds less.
  for (Int64 rounds = ceilDiv(inner, atOnce);; ++rounds) {
    const double end = low + static_cast<double>(rounds);
    const auto beside = end > high ? static_cast<Int64>(end - high) : 0;
    if ((atOnce - more) * rounds + more * beside >= inner)
      return end > high ? end : high;
  }
}

} // namespace detail

/// The number of chunks into which `cells` planes are cut so that `inner` columns of tiles and
/// `outer` ones at faces, of which `atOnce` run at a time, take the fewest steps: each chunk takes
/// `extra` more steps than it has planes, and a step at a face the time of `cost` others. The
/// longest chunk keeps at least `least` planes.
constexpr int chooseChunks(int inner, int outer, int atOnce, int cells, int extra, int least,
                           double cost = kFaceTileCost) {
  const double tasks = inner + cost * outer;
  int best = 1;
  double fewest = 0;
  for (int chunks = 1; chunks <= cells && (chunks == 1 || ceilDiv(cells, chunks) >= least);
       ++chunks) {
    // Even without a place that waits, this many and more would not be better.
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

/// Which tiles a kernel sweeps: all, where the last ones end where the grid does; those at no face;
/// those at faces.
enum class TileKind { Flush, Inside, Faces };

/// A tile of `columns` x `rows` by number: those at the faces come first, so that the longest tasks
/// do not come last.
struct TilePlace {
  int column = 0, row = 0;
};
/// How many tiles are at a face.
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

/// What a block sweeps: a tile, and a chunk of the swept axis.
struct TileTask {
  int column = 0, row = 0, chunk = 0;
};
/// The task of a block: all tiles of a chunk, then those of the next one.
STENCILC_HD constexpr TileTask tileTask(int block, int columns, int rows) {
  const int tiles = columns * rows;
  return {block % tiles % columns, block % tiles / columns, block / tiles};
}
/// The task of a block where tiles at faces have a kernel of their own: of all tiles in the order
/// of tilePlace() that of TileKind::Inside has all but the first `faces`, any other one has those.
STENCILC_HD constexpr TileTask taskOfKind(TileKind kind, int block, int columns, int rows,
                                          int faces) {
  const bool isInside = kind == TileKind::Inside;
  const int all = columns * rows, tiles = isInside ? all - faces : faces;
  const int number = block % tiles + (isInside ? faces : 0);
  const TilePlace place = faces < all ? tilePlace(number, columns, rows)
                                      : TilePlace{number % columns, number / columns};
  return {place.column, place.row, block / tiles};
}
/// The task of a block where one kernel has all tiles: those at faces take longer, so that all
/// `chunks` of them come first.
STENCILC_HD constexpr TileTask taskInTurn(int block, int columns, int rows, int chunks) {
  const int faces = faceTiles(columns, rows), others = columns * rows - faces;
  const int inner = block - faces * chunks, apart = others > 1 ? others : 1;
  const TilePlace place =
      tilePlace(inner < 0 ? block % faces : faces + inner % apart, columns, rows);
  return {place.column, place.row, inner < 0 ? block / faces : inner / apart};
}

/// Where a chunk begins: chunks differ by at most one plane.
STENCILC_HD constexpr int chunkBegin(int cells, int chunk, int chunks) {
  return static_cast<int>(Int64(cells) * chunk / chunks);
}

} // namespace stencilc::inline STENCILC_SPACE
