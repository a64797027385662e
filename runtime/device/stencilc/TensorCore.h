/// \file Updates of dense neighbourhoods in a plane with tensor cores: several time steps in one
/// sweep, with the bits of a chain of fma.
///
/// A patch is two rows of four cells. Its 8 cells are the columns of a matrix product, and 16
/// patches side by side are the rows. The product sums over the cells of a pair of rows in the
/// neighbourhood of the patch. The sweep loads one pair of rows after the other. The products of a
/// pair are added to the sums of all patches whose neighbourhood contains it. Unfinished sums stay
/// in registers. Tensor cores add the products one after the other, from the first cell of a pair
/// to the last. So the result is the chain of fma that a thread without tensor cores computes, with
/// additional zero factors for neighbours that a cell does not have:
///
///     cells of two rows      weights of the patch's cells
///     * * * * * * * *        w w w w w . . .    first row, first cell
///     * * * * * * * *        . w w w w w . .    second cell
///                            . . w w w w w .    ...
///
/// A zero factor changes nothing, with two exceptions: times an infinity or a NaN it gives NaN, and
/// it may change the sign of a zero sum. A wrong sign of a zero affects a later result only if that
/// is a zero itself, and infinities and NaNs never become finite again. So only results of the last
/// time step that are infinite, NaN or zero can differ from the chain. These are recomputed from
/// the grid (TensorRedo.h). Cells near faces are computed by `update` in each time step
/// (TensorFaces.h).
#pragma once

#include "stencilc/tensorcore/TensorFaces.h"
#include "stencilc/tensorcore/TensorFetch.h"
#include "stencilc/tensorcore/TensorRedo.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// The work of a block that updates a strip (range of columns) with tensor cores, several time
/// steps in one sweep over its rows. `Update` is a function object that computes the new value of
/// one cell without tensor cores.
template <class Strip, class Update> class TensorSweep {
  using Rows = typename Strip::Rows;
  static constexpr int kRadius = Strip::kRadius, kSteps = Strip::kSteps;
  static constexpr int kAcross = 4 + 2 * kRadius; // cells of a row that a patch reads
  static constexpr int kQuads = 2 + kRadius;      // quads of cells in the two rows
  static constexpr int kCells = Strip::kCells;
  static_assert(kRadius >= 1 && kRadius <= 4 && kSteps >= 2);
  static_assert(sizeof(Rows) == Rows::tile().sharedBytes(), "plans count what is there");
  using Cells = double[2 * kQuads];
  using Result = double[kCells];
  using Sums = double[kSteps][kRadius][kCells];

public:
  /// Constructs the work of a block on one strip (range of columns), which reads the grid `from`
  /// and writes the grid `to`. `update(level, x, y)` must return the new value of cell (x, y). Its
  /// argument `level` gives access to the cells of the previous time step.
  STENCILC_DEVICE TensorSweep(const Strip &strip, const View<const double> &from,
                              const View<double> &to, const Update &update)
      : strip(strip), from(from), to(to), update(update), rows(*shared<Rows>()), warp(warpIndex()),
        lane(laneIndex()) {
    bool isAny = false;
    STENCILC_UNROLL
    for (int i = 0; i < kCells; ++i) {
      const int x = strip.left + Strip::cellOf(warp, lane, i);
      stored |= unsigned{strip.isComputedColumn(x, kSteps - 1)} << i;
      isAny = isAny || strip.isAskedColumn(x, 0);
    }
    isIdle = ballot(isAny) == 0;
    const bool isWide = reinterpret_cast<Size>(to.data) % 16 == 0 && to.row % 2 == 0;
    isWhole = isWide && stored == (1u << kCells) - 1;
    const EdgeColumns<Strip> columns(strip, warp);
    isEdge = ballot(columns.count != 0) != 0;
    isLong = ballot(columns.cells() > kWarpSize) != 0;
    edgePlace = columns.place(lane);
  }

  /// Computes all time steps of the block's strip (range of columns) in one sweep over its rows.
  /// `start` is the first term of each cell's sum.
  STENCILC_DEVICE void run(const TensorWeights<kRadius> &weights, double start) {
    prepare(weights, start);
    const TensorFetch<Strip> fetch(strip, from, rows);
    STENCILC_UNROLL
    for (int ahead = 0; ahead < Rows::kAhead; ++ahead)
      fetch.begin(ahead);
    endTurn();
    const int last = strip.lastStep();
    TensorMarks marks(strip.yEnd - strip.yBegin);
    isIdle ? idle(fetch, last) : sweep(fetch, last, start, marks);
    waitCopies<0>(); // copies of the last planes, which no step waited for
    TensorRedo<Strip, Update>(strip, from, to, rows, update, quietBelow, warp, lane).run(marks);
    endBarriers(rows.turn);
  }

private:
  /// Sets the rows in shared memory to zero, loads `weights`, the weights of the neighbours, and
  /// computes this lane's (thread's) elements of the constant matrices. `start` is the first term
  /// of each cell's sum. With the weights, it decides which zero results may have the wrong sign.
  STENCILC_DEVICE void prepare(const TensorWeights<kRadius> &weights, double start) {
    for (int i = static_cast<int>(threadIdx.x); i < Rows::kCells; i += Strip::kWarps * kWarpSize)
      rows.cells[i] = 0;
    if (threadIdx.x == 0) {
      STENCILC_UNROLL
      for (int i = 0; i < weights.kAcross * weights.kAcross; ++i)
        rows.weights[i] = weights.of[i];
    }
    startBarriers(rows.turn, Strip::kWarps * kWarpSize);
    STENCILC_UNROLL
    for (int pair = 0; pair <= kRadius; ++pair) {
      STENCILC_UNROLL
      for (int q = 0; q < kQuads; ++q) {
        const int k = 4 * q + lane % 4, cell = lane / 4;
        const int dy = 2 * pair + k / kAcross - cell / 4, dx = k % kAcross - cell % 4;
        const bool isRead = dy >= 0 && dy <= 2 * kRadius && dx >= 0 && dx <= 2 * kRadius;
        factors[pair][q] = isRead ? rows.weights[dy * weights.kAcross + dx] : 0;
      }
    }
    // A sum of zeros is -0 if all factors are negative; the products give +0.
    bool isPositive = start != 0, isNegative = bitsOf(start) > kLargestBits;
    STENCILC_NO_UNROLL
    for (int i = lane; i < weights.kAcross * weights.kAcross; i += kWarpSize) {
      isPositive = isPositive || rows.weights[i] > 0;
      isNegative = isNegative || bitsOf(rows.weights[i]) > kLargestFactorBits;
    }
    const bool isAnyNegative = ballot(isNegative) != 0;
    if (ballot(isPositive) != 0 && strip.place.isQuiet)
      quietBelow = isAnyNegative ? 1 : kLargestBits;
  }

  /// Tells the block's barrier that this warp has done its part of the current step of the sweep.
  /// Waits first until the warp's loads of the next pair of rows have arrived. Precondition: the
  /// warp has written all rows that other warps read next, and no longer reads rows that others
  /// will overwrite.
  STENCILC_DEVICE void endTurn() const {
    waitCopies<Rows::kAhead - 1>();
    arrive(rows.turn);
  }

  STENCILC_DEVICE void idle(const TensorFetch<Strip> &fetch, int last) const {
    STENCILC_NO_UNROLL
    for (int s = 0; s <= last; ++s) {
      wait(rows.turn, static_cast<unsigned>(s) & 1);
      fetch.begin(s + Rows::kAhead);
      endTurn();
    }
  }

  STENCILC_DEVICE void sweep(const TensorFetch<Strip> &fetch, int last, double start,
                             TensorMarks &marks) const {
    Sums sums = {};
    TensorSlots<Rows> slots(rows);
    STENCILC_NO_UNROLL
    for (int s = 0; s <= last; ++s, slots.next()) {
      wait(rows.turn, static_cast<unsigned>(s) & 1);
      advance(s, slots, fetch, start, sums, marks);
    }
  }

  /// Executes step `s` of the sweep: computes two rows of each time step from rows of shared memory
  /// that earlier steps of the sweep wrote. Before this warp arrives at the block's barrier, it
  /// writes the rows that other warps read. After that, it stores the results of the last time step
  /// in the grid.
  STENCILC_DEVICE void advance(int s, const TensorSlots<Rows> &slots,
                               const TensorFetch<Strip> &fetch, double start, Sums &sums,
                               TensorMarks &marks) const {
    // Started early because the load takes long.
    const double kept = isEdge ? faces(s).keptValue(afresh(edgePlace)) : 0;
    Cells cells;
    Result result;
    load(slots.read(0), cells);
    STENCILC_UNROLL
    for (int t = 0; t < kSteps - 1; ++t) {
      multiply(cells, start, sums[t], result);
      if (t == 0)
        fetch.begin(s + Rows::kAhead);
      load(slots.read(t + 1), cells);
      double *const to =
          slots.written(t)[Strip::rowIn(lane)] + Rows::kPad + Strip::cellOf(warp, lane, 0);
      store<2>(to, result);
      store<2>(to + 32, result + 2);
    }
    if (isEdge || strip.isNear(s)) {
      const Suspicion mended = mend(s, kept);
      if constexpr (Rows::tile().again) // otherwise no cell is recomputed here
        note(marks, strip.rowDone(s, kSteps - 1), mended);
    }
    if (marks.quietPairs >= 0)
      marks.quietPairs = isQuiet(slots.read(0)) ? marks.quietPairs + 1 : 0;
    endTurn();
    multiply(cells, start, sums[kSteps - 1], result);
    const bool isSpecial = ballot(put(s, result) >= kSlowDouble) != 0;
    marks.quietPairs = isSpecial ? max(marks.quietPairs, 0) : -1;
    if (isSpecial)
      note(marks, strip.rowOf(s, kSteps - 1), suspect(s, result));
  }
  /// Marks rows `row` and `row` + 1, which are computed again after the sweep, if a result in them
  /// may be wrong. Each lane (thread of the warp) passes in `lanes` how its own results may be
  /// wrong.
  STENCILC_DEVICE void note(TensorMarks &marks, int row, Suspicion lanes) const {
    // Zeros are known to be right.
    const bool isKnown = marks.quietPairs >= Rows::tile().extraPairs();
    if (ballot(lanes > (isKnown ? Suspicion::Zero : Suspicion::None)) != 0)
      marks.add(row - strip.yBegin);
  }
  STENCILC_DEVICE Suspicion suspect(int s, const Result &result) const {
    const int y = strip.rowOf(s, kSteps - 1) + Strip::rowIn(lane);
    const unsigned cells = strip.isStoredRow(y) ? stored : 0;
    Suspicion most = Suspicion::None;
    STENCILC_UNROLL
    for (int i = 0; i < kCells; ++i)
      if (cells >> i & 1)
        most = max(most, suspicionOf(result[i]));
    return most;
  }
  /// Returns true if all those cells of `pair` (two rows in shared memory) are quiet on which
  /// results of this warp depend. A cell is quiet if its bits, as an unsigned integer, are below
  /// `quietBelow`. A zero that is computed only from quiet cells has the right sign.
  STENCILC_DEVICE bool isQuiet(const double (&pair)[2][Rows::kPitch]) const {
    constexpr int kReach = kRadius * kSteps;
    const int first = Rows::kPad + warp * Rows::kWarpCells - kReach;
    UInt64 most = 0;
    STENCILC_NO_UNROLL
    for (int cell = afresh(lane); cell < Rows::kWarpCells + 2 * kReach; cell += kWarpSize)
      if (const int at = first + cell; at >= 0 && at < Rows::kBrought)
        most = max(most, max(bitsOf(pair[0][at]), bitsOf(pair[1][at])));
    return ballot(most >= quietBelow) == 0;
  }
  STENCILC_DEVICE void load(const double (&pair)[2][Rows::kPitch], Cells &cells) const {
    const double *const first =
        pair[0] + warp * Rows::kWarpCells + Rows::kPad - kRadius + lane / 4 * 4;
    STENCILC_UNROLL
    for (int q = 0; q < kQuads; ++q) {
      const double *const cell = first + placeOf(q);
      cells[2 * q] = cell[0];
      cells[2 * q + 1] = cell[32];
    }
  }
  /// Returns the offset in shared memory, in cells, of the cell that this lane (thread of a warp)
  /// loads from quad `q` of a pair of rows. The cells that a patch (2 x 4 updated cells) reads in
  /// these rows are numbered row by row. Quad q has the cells 4 q to 4 q + 3, and lane l loads cell
  /// 4 q + l % 4. The offset counts from the first of these cells.
  STENCILC_DEVICE int placeOf(int q) const {
    if (4 * q / kAcross == (4 * q + 3) / kAcross) // both ends in one row
      return 4 * q / kAcross * Rows::kPitch + 4 * q % kAcross + lane % 4;
    const int k = 4 * q + lane % 4;
    return k / kAcross * Rows::kPitch + k % kAcross;
  }
  STENCILC_DEVICE void multiply(const Cells &cells, double start, double (&sums)[kRadius][kCells],
                                Result &result) const {
    multiplyAdd<kQuads>(result, cells, factors[kRadius], sums[kRadius - 1]);
    STENCILC_UNROLL
    for (int pair = kRadius - 1; pair >= 1; --pair)
      multiplyAdd<kQuads>(sums[pair], cells, factors[pair], sums[pair - 1]);
    const double starts[kCells] = {start, start, start, start};
    multiplyAdd<kQuads>(sums[0], cells, factors[0], starts);
  }
  STENCILC_DEVICE TensorFaces<Strip, Update> faces(int s) const {
    return {strip, from, to, rows, update, s, afresh(warp), afresh(lane)};
  }
  /// Computes the cells near faces in step `s` of the sweep, for which tensor cores give no valid
  /// results. `kept` is the value of this thread's frozen cell (which never changes). Returns how
  /// this thread's results of the last time step may be wrong, in the worst case. They may be
  /// right, zeros of the wrong sign, or infinities or NaNs.
  STENCILC_DEVICE Suspicion mend(int s, double kept) const {
    syncWarp();
    Suspicion most = Suspicion::None;
    if (isEdge)
      most = faces(s).mendColumns(afresh(edgePlace), kept, isLong);
    if (strip.isNear(s))
      most = max(most, faces(s).mendRows());
    return most;
  }

  /// Stores in the grid those results of this lane (thread of a warp) in step `s` of the sweep that
  /// belong to the last time step. Columns near faces are not stored here. Returns the greatest
  /// rarity() of the stored results, or 0 if there are none. A value of kSlowDouble or more means
  /// that a result may be wrong.
  STENCILC_DEVICE unsigned put(int s, const Result &result) const {
    const int y = strip.rowOf(s, kSteps - 1) + Strip::rowIn(lane);
    if (!strip.isStoredRow(y))
      return 0;
    double *const cells = &to(strip.left + Strip::cellOf(warp, lane, 0), y);
    if (isWhole) {
      store<2>(cells, result);
      store<2>(cells + 32, result + 2);
      return max(max(rarity(result[0]), rarity(result[1])),
                 max(rarity(result[2]), rarity(result[3])));
    }
    unsigned most = 0;
    STENCILC_UNROLL
    for (int i = 0; i < kCells; ++i)
      if (stored >> i & 1) {
        cells[i % 2 + i / 2 * 32] = result[i];
        most = max(most, rarity(result[i]));
      }
    return most;
  }

  const Strip &strip;
  const View<const double> &from;
  const View<double> &to;
  const Update &update;
  Rows &rows;
  const int warp, lane;
  unsigned stored = 0;                 // bits: which of this lane's cells are stored
  int edgePlace;                       // place of this lane's first cell in edge columns
  bool isEdge;                         // the warp has edge columns
  bool isLong;                         // they have more cells than the warp has lanes
  bool isIdle;                         // no cell of the warp is needed
  bool isWhole;                        // all cells are stored, two in one access
  UInt64 quietBelow = 0;               // limit of quiet cells
  double factors[kRadius + 1][kQuads]; // of this lane, for each pair of rows
};

/// Computes `Steps` time steps of a strip (range of columns) with tensor cores, as the work of a
/// block of `Warps` warps. Cells read neighbours up to `Radius` cells away. RoundX and RoundY: the
/// axis is periodic. Again: some cells near faces of other axes are not frozen (frozen cells keep
/// their values), and `update` computes them. A block may call the function several times.
template <int Radius, int Steps, int Warps, bool Again, bool RoundX, bool RoundY, class Update>
STENCILC_DEVICE void sweepByTensorCores(const Grid &g, const View<const double> &from,
                                        const View<double> &to, const TensorPlace &place,
                                        const TensorWeights<Radius> &weights, double start,
                                        const Update &update) {
  using Strip = TensorStrip<Radius, Steps, Warps, Again, RoundX, RoundY>;
  const Strip strip(g, place);
  TensorSweep<Strip, Update>(strip, from, to, update).run(weights, start);
}

} // namespace stencilc::inline STENCILC_SPACE
#endif
