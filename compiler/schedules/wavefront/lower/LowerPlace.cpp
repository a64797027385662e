/// \file Emits the function with which a thread computes its position in the grid.
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits the function `takePlace`, which sets the coordinates of the tile and of the thread's
/// cells, and which cells the thread stores.
class TakePlace {
public:
  explicit TakePlace(Wave &wave) : wave(wave), shape(wave.shape), c(wave.c), state(wave.state) {}

  void build() { wave.functions.takePlace = lowerPlace(); }

private:
  Term at(VarId member) const { return wave.at(member); }

  FunctionId lowerPlace() {
    WaveFunction f(wave, "takePlace",
                   "Sets the positions of the tile and of the thread in the grid, and which cells "
                   "are stored.");
    Builder &k = f.k;
    const bool isRank3 = wave.isRank3();
    const Term column = k.param("column", {Type::Int}), columns = k.param("columns", {Type::Int});
    const Term rowOfTiles = isRank3 ? k.param("rowOfTiles", {Type::Int}) : Term(0);
    const Term rowsOfTiles = isRank3 ? k.param("rowsOfTiles", {Type::Int}) : Term(0);
    const Term begin = isRank3 ? k.param("begin", {Type::Int}) : Term(0);
    const Term end = isRank3 ? k.param("end", {Type::Int}) : Term(0);
    k.together([&] {
      alongX = compileTime(k, "alongX", {Type::TileAxis}, c.tilesX);
      if (isRank3)
        alongY = compileTime(k, "alongY", {Type::TileAxis}, c.tilesY);
    });
    takeTile(k, alongX, {column, columns, k.extent(0)}, 0);
    if (isRank3)
      takeTile(k, alongY, {rowOfTiles, rowsOfTiles, k.extent(1)}, 1);
    const Term cell = at(state.thread.lane) * c.cells;
    k.assign(at(state.thread.x), at(state.tile.left) + c.haloX + cell);
    if (isRank3)
      k.assign(at(state.thread.y), at(state.tile.bottom) + at(state.thread.row));
    for (const auto &method : wave.methods)
      method->place(k);
    storeX(k, column, columns);
    if (isRank3) {
      k.assign(at(state.tile.planeBegin), notBefore(k, begin, wave.along));
      k.assign(at(state.tile.planeEnd), notBehind(k, end, wave.along));
      storeRows(k, rowOfTiles, rowsOfTiles);
    } else {
      k.assign(at(state.thread.storedRows), 1);
    }
    if (shape.tile.endsFlush && !shape.tile.shifts)
      markCells(k);
    return k.id;
  }

  /// Emits the assignment of the coordinate along `axis` (0: x, 1: y) of the first cell of the
  /// tile. `tiles` is the emitted TileAxis object with the sizes of tiles. `which` has the index of
  /// the tile, the number of tiles, and the number of cells of the grid along the axis.
  void takeTile(Builder &k, const Term &tiles, std::vector<Term> which, int axis) {
    Term first = tiles.invoke("begin", {which[0]});
    if (shape.tile.endsFlush) {
      const bool shifts = shape.tile.shiftsCells && axis == 0;
      if (shifts)
        which.push_back(shape.tile.unit);
      first = select(wave.isFlush(), tiles.invoke(shifts ? "shiftedBegin" : "flushBegin", which),
                     first);
    }
    k.assign(at(axis == 0 ? state.tile.left : state.tile.bottom), first);
  }

  Term notBefore(Builder &k, const Term &begin, int axis) const {
    return wave.methods.storedBound(k, begin, axis, Side::Low);
  }
  Term notBehind(Builder &k, const Term &end, int axis) const {
    return wave.methods.storedBound(k, end, axis, Side::High);
  }

  /// Emits the computation of the range of x that tile `column` of `columns` tiles stores, and sets
  /// `storedBegin` and `storedEnd` to expressions for its bounds. They are members of the struct
  /// Sweep if other functions need them, else local variables.
  void storeX(Builder &k, const Term &column, const Term &columns) {
    const Term from = notBefore(k, alongX.invoke("storedBegin", {column}), 0);
    const Term to = notBehind(k, alongX.invoke("storedEnd", {column, columns, k.extent(0)}), 0);
    if (!wave.storesPieces() || !shape.loads.privateRings.empty() ||
        wave.plan.recordsReceivers(wave.program)) {
      storedBegin = at(state.tile.storedBegin), storedEnd = at(state.tile.storedEnd);
      k.assign(storedBegin, from);
      return k.assign(storedEnd, to);
    }
    storedBegin = k.define("storedBegin", {Type::Int}, from);
    storedEnd = k.define("storedEnd", {Type::Int}, to);
  }

  /// Emits the computation of the bit mask of the rows that the thread stores. `row` is the index
  /// of the tile along y, and `rows` the number of tiles. If stores test only this mask
  /// (Wave::storesPieces()), it is 0 for threads outside the stored range of x.
  void storeRows(Builder &k, const Term &row, const Term &rows) {
    const Term low =
        k.define("low", {Type::Int}, notBefore(k, alongY.invoke("storedBegin", {row}), 1));
    const Term high = k.define(
        "high", {Type::Int}, notBehind(k, alongY.invoke("storedEnd", {row, rows, k.extent(1)}), 1));
    const auto mark = [&] {
      k.forEach("j", 0, c.rows, Repeat::Plain, [&](const Term &j) {
        const Term y = at(state.thread.y) + j;
        k.when(y >= low && y < high,
               [&] { k.change(at(state.thread.storedRows), AssignOp::Or, k.bits(1) << j); });
      });
    };
    const Term x = at(state.thread.x);
    wave.storesPieces() ? k.when(x >= storedBegin && x < storedEnd, mark) : mark();
  }

  /// Emits the call of the function with which a thread marks those of its cells that boundary
  /// methods treat in a special way. It is executed only in kernels for tiles at faces.
  void markCells(Builder &k) const {
    const std::optional<FunctionId> marking = wave.methods.marking();
    if (marking)
      k.whenConstant(shape.tile.shiftsCells ? !wave.hasKind(Known::TilesInside)
                                            : at(state.tile.isEdge),
                     [&] { k.run(k.call(*marking, {})); });
  }

  Wave &wave;
  const WavefrontShape &shape;
  const WaveConstants &c;
  const WaveState &state;
  Term alongX = 0, alongY = 0, storedBegin = 0, storedEnd = 0;
};

} // namespace

void lowerPlace(Wave &wave) { TakePlace(wave).build(); }

} // namespace stencilc::schedules
