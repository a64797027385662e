/// \file Updates of dense neighbourhoods in the plane on tensor cores, several time steps in one
/// sweep, with the bits of a chain of fma.
///
/// Two rows of four cells are the 8 columns of a product, 16 such patches beside each other its
/// rows, and the sum runs over the cells of two rows around a patch, line by line. Pairs of rows
/// come one after the other; each enters the sums of the pairs of rows around it, which wait in
/// registers. Tensor cores add in the order of the sum, so that it is canonical arithmetic with
/// zeros in between, where a neighbour does not belong to the cell:
///
///     cells of two rows      weights of the patch's cells
///     * * * * * * * *        w w w w w . . .    first row, first cell
///     * * * * * * * *        . w w w w w . .    second cell
///                            . . w w w w w .    ...
///
/// A zero leaves no trace, unless it meets an infinity or a NaN, or the sum is a zero, of which it
/// may change the sign. So only results that are infinite, NaN or zero may be others than those of
/// the chain: they are computed again by `update`, as are cells near faces. Where all that is read
/// is +0, the result is known; columns at faces that keep their cells get the old values back.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Math.h"
#include "stencilc/TensorRows.h"
#include "stencilc/Vector.h"
#include "stencilc/View.h"
#include "stencilc/Wavefront.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

template <int Radius, int Steps, int Warps, bool RoundX, bool RoundY, class Update>
class TensorSweep {
  using Rows = TensorRows<Radius, Steps, Warps>;
  static constexpr int kThreads = Warps * kWarpSize;
  static constexpr int kAcross = 4 + 2 * Radius; // cells of a row that a patch reads
  static constexpr int kQuads = 2 + Radius;      // of the two rows
  static constexpr int kCells = 4;               // of a lane and time step
  static constexpr unsigned kAllCells = (1u << kCells) - 1;
  static_assert(Radius >= 1 && Radius <= 4 && Steps * kCells <= 32);
  static_assert(sizeof(Rows) == Rows::tile().sharedBytes(), "plans count what is there");

public:
  /// `update(level, x, y)` is the new value of a cell, whatever it is and wherever.
  STENCILC_DEVICE TensorSweep(const Grid &g, const View<const double> &from, const View<double> &to,
                              const TensorPlace &place, const Update &update)
      : g(g), from(from), to(to), update(update), place(place), rows(*shared<Rows>()),
        warp(warpIndex()), lane(laneIndex()) {
    xBegin = place.column * Rows::kStored;
    xEnd = min(xBegin + Rows::kStored, g.nx);
    left = xBegin - Rows::kHalo;
    yBegin = chunkBegin(g.ny, place.chunk, place.chunks);
    yEnd = chunkBegin(g.ny, place.chunk + 1, place.chunks);
    bottom = yBegin - Radius * Steps;
    isWide = (reinterpret_cast<Size>(from.data) | reinterpret_cast<Size>(to.data)) % 16 == 0 &&
             from.row % 2 == 0 && to.row % 2 == 0 && (!RoundX || g.nx % 2 == 0);
    STENCILC_UNROLL
    for (int bit = 0; bit < Steps * kCells; ++bit) {
      const int x = left + cellOf(lane, bit % kCells), more = beyond(bit / kCells);
      asked |= unsigned{isInsideX(x) && x >= xBegin - more && x < xEnd + more} << bit;
      const bool isKept = !RoundX && (x < place.keptLeft || x >= g.nx - place.keptRight);
      kept |= unsigned{isInsideX(x) && isKept} << bit;
      near |= unsigned{!RoundX && !isKept && (x < Radius || x >= g.nx - Radius)} << bit;
    }
    isIdle = ballot(asked != 0) == 0;
    isEdge = ballot(near != 0) != 0;
    hasKept = ballot(kept != 0) != 0;
  }

  /// `start` begins each sum.
  STENCILC_DEVICE void run(const TensorWeights<Radius> &weights, double start) {
    prepare(weights, start);
    STENCILC_UNROLL
    for (int ahead = 0; ahead < Rows::kAhead; ++ahead) {
      fetch(ahead);
      commitCopies();
    }
    double sums[Steps][Radius][kCells] = {};
    // The last rows that are stored, and as many pairs later as time steps lie behind each other.
    const int last = (yEnd - 2 - bottom + Radius * Steps + 1) / 2 + Steps - 1;
    STENCILC_NO_UNROLL
    for (int s = 0; s <= last; ++s) {
      waitCopies<Rows::kAhead - 1>();
      syncThreads();
      fetch(s + Rows::kAhead);
      commitCopies();
      if (isIdle)
        continue;
      isNearY = !RoundY && (rowOf(s, Steps - 1) < Radius || rowOf(s, 0) + 2 > g.ny - Radius);
      unsigned again = 0;
      STENCILC_UNROLL
      for (int t = 0; t < Steps; ++t)
        advance(s, t, start, sums[t], again);
      repeat(s, again);
    }
  }

private:
  STENCILC_DEVICE bool isInsideX(int x) const { return RoundX || (x >= 0 && x < g.nx); }
  STENCILC_DEVICE bool isInsideY(int y) const { return RoundY || (y >= 0 && y < g.ny); }
  /// How far the steps after step `t` read beyond what is stored.
  static STENCILC_DEVICE constexpr int beyond(int t) { return Radius * (Steps - 1 - t); }

  /// Zeros wherever nothing has come yet, and what each lane multiplies by.
  STENCILC_DEVICE void prepare(const TensorWeights<Radius> &weights, double start) {
    double *const all = rows.cells[0][0];
    for (int i = static_cast<int>(threadIdx.x); i < Rows::kSlots * 2 * Rows::kPitch; i += kThreads)
      all[i] = 0;
    if (threadIdx.x == 0) {
      STENCILC_UNROLL
      for (int i = 0; i < weights.kAcross * weights.kAcross; ++i)
        rows.weights[i] = weights.of[i];
    }
    syncThreads();
    STENCILC_UNROLL
    for (int pair = 0; pair <= Radius; ++pair) {
      STENCILC_UNROLL
      for (int q = 0; q < kQuads; ++q) {
        const int k = 4 * q + lane % 4, cell = lane / 4;
        const int dy = 2 * pair + k / kAcross - cell / 4, dx = k % kAcross - cell % 4;
        const bool isRead = dy >= 0 && dy <= 2 * Radius && dx >= 0 && dx <= 2 * Radius;
        factors[pair][q] = isRead ? rows.weights[dy * weights.kAcross + dx] : 0;
      }
    }
    // A sum of zeros is -0 if all factors are negative, and +0 by products.
    canBeQuiet = start != 0;
    for (int i = 0; i < weights.kAcross * weights.kAcross; ++i)
      canBeQuiet = canBeQuiet || rows.weights[i] > 0;
  }

  /// Begins to bring pair number `pair` of the grid's rows. What is beyond it becomes zero.
  STENCILC_DEVICE void fetch(int pair) { isWide ? fetchBy<2>(pair) : fetchBy<1>(pair); }
  /// Half of the warps bring each row, two times 64 cells each; what lies beside those comes last.
  template <int Piece> STENCILC_DEVICE void fetchBy(int pair) {
    constexpr int kHalf = Warps / 2, kTogether = kWarpSize * Piece;
    static_assert(Warps % 2 == 0 && 2 * Rows::kPad <= kTogether);
    const int row = warp / kHalf, part = warp % kHalf;
    int y = bottom + 2 * pair + row;
    const bool isInside = isInsideY(y) && y < yEnd + Radius * Steps;
    if (RoundY)
      y = wrap(y, g.ny);
    double *const slot = rows.cells[pair % Rows::tile().slots(0)][row];
    const double *const source = isInside ? &from(0, y) : from.data;
    int cell = Rows::kPad + part * 2 * Rows::kWarpCells + lane * Piece;
    STENCILC_UNROLL
    for (int i = 0; i < 2 * Rows::kWarpCells; i += kTogether)
      fetchPiece<Piece>(slot, source, isInside, cell + i);
    if (part == 0 && lane * Piece < 2 * Rows::kPad) {
      cell = lane * Piece;
      fetchPiece<Piece>(slot, source, isInside, cell < Rows::kPad ? cell : cell + Rows::kWidth);
    }
  }
  template <int Piece>
  STENCILC_DEVICE void fetchPiece(double *slot, const double *row, bool isInside, int cell) {
    int x = left - Rows::kPad + cell;
    if (RoundX)
      x = wrap(x, g.nx);
    const int there = isInside && x >= 0 ? min(Piece, max(0, g.nx - x)) : 0;
    copyAsync<Piece * sizeof(double)>(slot + cell, there > 0 ? row + x : from.data,
                                      static_cast<unsigned>(there) * sizeof(double));
  }

  /// The pair of rows that step `t` reads in step s of the sweep, and the one it writes.
  STENCILC_DEVICE double (*read(int s, int t) const)[Rows::kPitch] {
    const int pair = t == 0 ? s : s + Rows::tile().slots(t) - 1; // not negative
    return rows.cells[Rows::tile().firstSlot(t) + pair % Rows::tile().slots(t)];
  }
  STENCILC_DEVICE double (*written(int s, int t) const)[Rows::kPitch] {
    return rows.cells[Rows::tile().firstSlot(t + 1) + s % Rows::tile().slots(t + 1)];
  }
  /// The first of the two rows that step t computes.
  STENCILC_DEVICE int rowOf(int s, int t) const { return bottom + 2 * (s - t) - Radius * (t + 1); }
  /// Which of the two rows, and which cells of it, are those of lane `of`: two beside each other
  /// and two half of the warp further.
  static STENCILC_DEVICE int rowIn(int of) { return of % 4 / 2; }
  STENCILC_DEVICE int cellOf(int of, int i) const {
    return warp * Rows::kWarpCells + of / 4 * 4 + of % 2 * 2 + i % 2 + i / 2 * 32;
  }

  /// Where the cell is that this lane brings for quad `q`, from the patch's first one.
  STENCILC_DEVICE int placeOf(int q) const {
    if constexpr (kAcross % 4 == 0) // a quad is of one row
      return 4 * q / kAcross * Rows::kPitch + 4 * q % kAcross + lane % 4;
    const int k = 4 * q + lane % 4;
    return k / kAcross * Rows::kPitch + k % kAcross;
  }
  STENCILC_DEVICE void advance(int s, int t, double start, double (&sums)[Radius][kCells],
                               unsigned &again) {
    double cells[2 * kQuads];
    const double *const first =
        read(s, t)[0] + warp * Rows::kWarpCells + Rows::kPad - Radius + lane / 4 * 4;
    STENCILC_UNROLL
    for (int q = 0; q < kQuads; ++q) {
      const double *const cell = first + placeOf(q);
      cells[2 * q] = cell[0];
      cells[2 * q + 1] = cell[32];
    }
    double result[kCells];
    multiplyAdd<kQuads>(result, cells, factors[Radius], sums[Radius - 1]);
    STENCILC_UNROLL
    for (int pair = Radius - 1; pair >= 1; --pair)
      multiplyAdd<kQuads>(sums[pair], cells, factors[pair], sums[pair - 1]);
    const double starts[kCells] = {start, start, start, start};
    multiplyAdd<kQuads>(sums[0], cells, factors[0], starts);
    if (hasKept || isNearY)
      keep(s, t, result);
    // The largest tells whether one is rare.
    unsigned most = rarity(result[0]);
    STENCILC_UNROLL
    for (int i = 1; i < kCells; ++i)
      most = max(most, rarity(result[i]));
    if (isEdge || isNearY || ballot(most >= kRare) != 0)
      again |= needed(s, t, result);
    put(s, t, result);
  }

  /// The cells of step `t` as updates of that step read them.
  STENCILC_DEVICE TensorLevel level(int t) const {
    return {rows.cells[Rows::tile().firstSlot(t)][0] + Rows::kPad - left,
            t == 0 ? bottom : bottom - 2 * (t - 1) - Radius * t, Rows::tile().slots(t),
            Rows::kPitch};
  }
  /// Whether anybody reads or stores row y of step `t`.
  STENCILC_DEVICE bool isAsked(int t, int y) const {
    return y >= yBegin - beyond(t) && y < yEnd + beyond(t) && isInsideY(y);
  }
  STENCILC_DEVICE bool isKeptRow(int y) const {
    return !RoundY && (y < place.keptLow || y >= g.ny - place.keptHigh);
  }
  /// Puts the values back that columns and rows keep.
  STENCILC_DEVICE void keep(int s, int t, double (&result)[kCells]) const {
    const int y = rowOf(s, t) + rowIn(lane);
    const unsigned mine = isKeptRow(y) ? kAllCells : kept >> kCells * t & kAllCells;
    if (!mine || !isAsked(t, y))
      return;
    const TensorLevel old = level(t);
    STENCILC_UNROLL
    for (int i = 0; i < kCells; ++i)
      if (mine >> i & 1)
        result[i] = old(left + cellOf(lane, i), y);
  }

  /// At least kRare for zero, infinities and what is no number; for some that are nearly zero, too.
  static constexpr unsigned kRare = 0xffdfffff;
  static STENCILC_DEVICE unsigned rarity(double value) {
#if defined(__CUDA_ARCH__)
    const auto upper = static_cast<unsigned>(__double2hiint(value));
#else
    const auto upper = static_cast<unsigned>(__builtin_bit_cast(UInt64, value) >> 32);
#endif
    return upper + upper - 1;
  }

  /// Which cells are to be computed again: of those that anybody reads or stores and no column
  /// keeps, rare ones and those near faces. All lanes call it together.
  STENCILC_DEVICE unsigned needed(int s, int t, const double (&result)[kCells]) const {
    const int y = rowOf(s, t) + rowIn(lane);
    const bool isComputed = isAsked(t, y) && !isKeptRow(y);
    const unsigned mine = isComputed ? (asked & ~kept) >> kCells * t & kAllCells : 0;
    unsigned isNear = near >> kCells * t, isRare = 0, isZero = 0;
    if (!RoundY && (y < Radius || y >= g.ny - Radius))
      isNear = kAllCells;
    STENCILC_UNROLL
    for (int i = 0; i < kCells; ++i) {
      isRare |= unsigned{rarity(result[i]) >= kRare} << i;
      isZero |= unsigned{result[i] == 0} << i;
    }
    if (canBeQuiet && ballot((isZero & mine) != 0) != 0 && readsNothing(s, t))
      isRare &= ~isZero;
    return ((isNear | isRare) & mine) << kCells * t;
  }

  /// Whether all cells that the warp has read for the two rows of step `t` are +0.
  STENCILC_DEVICE bool readsNothing(int s, int t) const {
    UInt64 bits = 0;
    STENCILC_NO_UNROLL
    for (int pair = 0; pair < Rows::kRead; ++pair) {
      const double (*const both)[Rows::kPitch] = read(s + Rows::tile().slots(t) - pair, t);
      for (int cell = lane; cell < Rows::kWarpCells + 2 * Radius; cell += kWarpSize) {
        const int place = warp * Rows::kWarpCells + Rows::kPad - Radius + cell;
        bits |=
            __builtin_bit_cast(UInt64, both[0][place]) | __builtin_bit_cast(UInt64, both[1][place]);
      }
    }
    return ballot(bits != 0) == 0;
  }

  /// New cells go where the next time step finds them, or into memory.
  STENCILC_DEVICE void put(int s, int t, const double (&result)[kCells]) {
    const int row = rowIn(lane), cell = cellOf(lane, 0);
    if (t < Steps - 1) {
      double *const to = written(s, t)[row] + Rows::kPad + cell;
      store<2>(to, result);
      store<2>(to + 32, result + 2);
      return;
    }
    const int y = rowOf(s, t) + row;
    if (y < yBegin || y >= yEnd)
      return;
    STENCILC_UNROLL
    for (int half = 0; half < 2; ++half) {
      const int x = left + cell + 32 * half;
      if (isWide && x >= xBegin && x + 2 <= xEnd) {
        store<2>(&to(x, y), result + 2 * half);
      } else {
        STENCILC_UNROLL
        for (int i = 0; i < 2; ++i)
          if (x + i >= xBegin && x + i < xEnd)
            to(x + i, y) = result[2 * half + i];
      }
    }
  }

  /// Computes cells again, a lane each, of whichever lane's they are.
  STENCILC_DEVICE void repeat(int s, unsigned again) {
    unsigned short *const list = rows.again[warp];
    STENCILC_NO_UNROLL
    while (const unsigned bits = bitsOfWarp(again)) {
      int count = 0;
      STENCILC_NO_UNROLL
      for (unsigned rest = bits; rest != 0; rest &= rest - 1) {
        const int bit = countBits(~rest & (rest - 1)); // the lowest one
        const unsigned mine = again >> bit & 1, lanes = ballot(mine != 0);
        const int place = count + countBits(lanes & ((1u << lane) - 1));
        if (mine && place < kWarpSize) {
          list[place] = static_cast<unsigned short>(bit * kWarpSize + lane);
          again &= ~(1u << bit);
        }
        count += countBits(lanes);
      }
      syncWarp();
      if (lane < count)
        computeAgain(s, list[lane] / kWarpSize, list[lane] % kWarpSize);
      syncWarp();
    }
  }
  STENCILC_DEVICE void computeAgain(int s, int bit, int of) {
    const int t = bit / kCells, row = rowIn(of), cell = cellOf(of, bit % kCells);
    const int x = left + cell, y = rowOf(s, t) + row;
    const double value = update(level(t), x, y);
    if (t < Steps - 1)
      written(s, t)[row][Rows::kPad + cell] = value;
    else if (x >= xBegin && x < xEnd && y >= yBegin && y < yEnd)
      to(x, y) = value;
  }
  static STENCILC_DEVICE int countBits(unsigned bits) {
#if defined(__CUDA_ARCH__)
    return __popc(bits);
#else
    return __builtin_popcount(bits);
#endif
  }

  const Grid &g;
  const View<const double> &from;
  const View<double> &to;
  const Update &update;
  const TensorPlace place;
  Rows &rows;
  const int warp, lane;
  int xBegin, xEnd, left, yBegin, yEnd, bottom;
  // Bits of this lane's cells, step by step: whether anybody asks for their column; whether it is
  // near a face; whether it keeps its values.
  unsigned asked = 0, near = 0, kept = 0;
  bool isIdle;                        // the warp: nobody asks for any
  bool isEdge;                        // the warp: some are near a face
  bool hasKept;                       // the warp: some keep their values
  bool isNearY = false;               // some rows of this step of the sweep are
  bool isWide;                        // pairs of cells are one access
  bool canBeQuiet = false;            // what reads nothing but +0 needs no second look
  double factors[Radius + 1][kQuads]; // of this lane, by pair of rows
};

/// `Steps` time steps of a block's cells.
template <int Radius, int Steps, int Warps, bool RoundX, bool RoundY, class Update>
STENCILC_DEVICE void sweepByTensorCores(const Grid &g, const View<const double> &from,
                                        const View<double> &to, const TensorPlace &place,
                                        const TensorWeights<Radius> &weights, double start,
                                        const Update &update) {
  TensorSweep<Radius, Steps, Warps, RoundX, RoundY, Update>(g, from, to, place, update)
      .run(weights, start);
}

} // namespace stencilc::inline STENCILC_SPACE
#endif
