/// \file Emits the function in which a thread computes its position in the grid.
#include "schedules/wavefront/faces/Frozen.h"
#include "schedules/wavefront/lower/Lower.h"
#include <set>

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits the functions `takePlace` (position of a tile and its thread) and `findFrozen` (bit masks
/// of frozen cells, which keep their values).
class TakePlace {
public:
  explicit TakePlace(Wave &wave) : wave(wave), shape(wave.shape), c(wave.c), state(wave.state) {}

  void build() {
    if (hasFrozen())
      wave.findFrozen = lowerFrozen();
    wave.takePlace = lowerPlace();
  }

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
    k.assign(at(state.thread.x), shape.faces.isUniform ? at(state.tile.left) + c.haloX + cell
                                                       : at(state.tile.left) + cell);
    if (isRank3)
      k.assign(at(state.thread.y), at(state.tile.bottom) + at(state.thread.row));
    findColumns(k);
    shiftFrozen(k);
    frozen = frozenInMemory(k);
    storeX(k, column, columns);
    if (isRank3) {
      k.assign(at(state.tile.planeBegin), notBefore(k, begin, wave.along));
      k.assign(at(state.tile.planeEnd), notBehind(k, end, wave.along));
      storeRows(k, rowOfTiles, rowsOfTiles);
    } else {
      k.assign(at(state.thread.storedRows), 1);
    }
    if (shape.tile.endsFlush && wave.findFrozen.valid())
      findAtFaces(k);
    return k.id;
  }

  /// Emits the assignment of the first cell of the tile along `axis` (0: x, 1: y). `tiles` has the
  /// sizes of tiles along this axis. `which` has, in this order, the index of the tile, the number
  /// of tiles, and the number of cells of the grid along the axis.
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

  /// Emits, for tiles at faces with two axes, the x coordinates of the cells that a thread copies
  /// or loads. The coordinate of a ghost cell is that of the cell of the grid with the same value.
  void findColumns(Builder &k) {
    if (state.faces.columnsOf.empty())
      return;
    k.whenConstant(at(state.faces.isAtFaces), [&] {
      k.forEach("i", 0, c.cells, Repeat::Unrolled, [&](const Term &i) {
        std::set<VarId> found;
        for (const auto &[field, columns] : state.faces.columnsOf) {
          if (!found.insert(columns).second)
            continue;
          wave.loadsByColumns(field)
              ? findBrought(k, field, at(columns)[i], i)
              : k.assign(at(columns)[i], wave.standsAlong(k, field, 0, at(state.thread.x) + i));
        }
      });
    });
  }
  /// Emits the assignment of `column`, the x coordinate from which a thread copies its `i`-th cell
  /// of a row. A ghost cell is copied from the cell of the grid with the same value.
  void findBrought(Builder &k, ir::FieldId field, const Term &column, const Term &i) {
    const Type staged = wave.staged.at(field);
    const Term piece = k.ofType(staged, "kPiece");
    const Term cell =
        k.define("cell", {Type::Int},
                 at(state.tile.left) +
                     k.callOfType(staged, "cell", {i / piece, at(state.thread.lane)}) + i % piece);
    const Term isNeeded = cell < k.extent(0) + shape.tile.x.ghostHigh || k.extent(0) < piece;
    k.assign(column, select(isNeeded, wave.standsAlong(k, field, 0, cell), i % piece),
             "else any contiguous cells");
  }

  /// Emits, for tiles at faces, the computation of the number of cells along x and y by which the
  /// tile extends beyond the end of the grid.
  void shiftFrozen(Builder &k) {
    if (!shape.faces.frozen.isCopied || !shape.tile.shifts)
      return;
    const auto beyond = [&](const Term &end, int axis) {
      return k.call(Primitive::Max, {end - k.extent(axis), 0});
    };
    k.whenConstant(wave.hasKind(Known::TilesAtFaces), [&] {
      k.assign(at(state.faces.shift), k.braced({beyond(at(state.tile.left) + c.tileX, 0),
                                                beyond(at(state.tile.bottom) + c.tileY, 1)}));
    });
  }

  /// Emits a constant with the width of the layer of frozen cells (which keep their values) that
  /// the tile does not store, because they are in memory already. Returns it, or `nullopt` if tiles
  /// store frozen cells.
  std::optional<Term> frozenInMemory(Builder &k) {
    if (!shape.faces.frozen.isCopied && !wave.skipsFrozen())
      return {};
    k.note("Frozen cells are in memory already.");
    return compileTime(
        k, "frozen", {Type::FrozenWidths},
        shape.faces.frozen.isCopied && !asksAgain()
            ? select(at(state.faces.skipsFrozen), c.frozen, k.braced({}, {Type::FrozenWidths}))
            : c.frozen);
  }
  /// Returns true if the emitted code tests again at each bound of the stored cells whether the
  /// tile leaves out frozen cells (which keep their values). Kernels that exchange whole planes do
  /// so, because a width chosen once would occupy registers until the end.
  bool asksAgain() const { return shape.faces.frozen.isCopied && shape.plan.isWhole; }
  /// Returns the first stored cell along `axis`. This is `begin`, or the first cell after the
  /// frozen layer (cells that keep their values) at the low face if that layer is not stored.
  Term notBefore(Builder &k, const Term &begin, int axis) {
    if (!frozen)
      return begin;
    Term cut = k.call(Primitive::Max, {begin, frozen->dot("low")[axis]});
    if (axis == 0 &&
        shape.faces.frozen.isCopied) // whole pieces of a lane; the first may have frozen cells
      cut = cut / c.cells * c.cells;
    return asksAgain() ? select(at(state.faces.skipsFrozen), cut, begin) : cut;
  }
  /// Returns the end of the stored cells along `axis`. This is `end`, or the first cell of the
  /// frozen layer (cells that keep their values) at the high face if that layer is not stored and
  /// begins before `end`.
  Term notBehind(Builder &k, const Term &end, int axis) {
    if (!frozen)
      return end;
    const Term cut = k.call(Primitive::Min, {end, k.extent(axis) - frozen->dot("high")[axis]});
    return asksAgain() ? select(at(state.faces.skipsFrozen), cut, end) : cut;
  }

  /// Emits the range of cells along x that the tile stores. The bounds are local variables if only
  /// this function needs them, else members.
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

  /// Emits the bit mask of the rows that the thread stores. It is empty if the cells of the thread
  /// are outside the stored range of x.
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

  /// Emits the call of the function that finds the frozen cells (which keep their values) of a
  /// thread. Only tiles at faces have such cells.
  void findAtFaces(Builder &k) {
    if (shape.tile.shifts)
      return;
    k.whenConstant(shape.tile.shiftsCells ? !wave.hasKind(Known::TilesInside)
                                          : at(state.faces.isAtFaces),
                   [&] { k.run(k.call(wave.findFrozen, {})); });
  }

  /// Returns true if a stage keeps old values of cells at a face of x or y. Faces of the swept axis
  /// do not count.
  bool hasFrozen() const {
    for (ir::StageId stage : wave.program.stages.ids())
      for (const FrozenFace &face : frozenFaces(wave.facts, shape, stage))
        if (face.axis != wave.along)
          return true;
    return false;
  }
  FunctionId lowerFrozen() {
    WaveFunction f(wave, "findFrozen", "Finds the frozen cells of the thread.");
    for (ir::StageId stage : wave.program.stages.ids())
      findFrozen(f.k, stage);
    return f.k.id;
  }
  /// Returns the condition that `cell`, a coordinate along the axis of `face`, is frozen (keeps its
  /// value). Along x, ghost cells of mirror and copy faces are not treated as frozen. Along y they
  /// are, because ghost rows are written with the row whose values they have.
  static Term isFrozenAt(Builder &k, const FrozenFace &face, const Term &cell) {
    const Term isNear = k.face(cell, face.axis, face.side, face.width);
    if (!face.isRepeated || face.axis != 0)
      return isNear;
    return isNear && k.face(cell, face.axis, face.side, 0, /*isInside=*/true);
  }
  void findFrozen(Builder &k, ir::StageId stage) {
    const ir::FieldId field = wave.program.stages[stage].target;
    const auto mark = [&](int axis, const NameHint &name, const Term &first, const Term &count,
                          const std::map<ir::FieldId, VarId> &masks) {
      std::vector<Term> any;
      k.forEach(name, 0, count, Repeat::Plain, [&](const Term &i) {
        for (const FrozenFace &face : frozenFaces(wave.facts, shape, stage))
          if (face.axis == axis)
            any.push_back(isFrozenAt(k, face, first + i));
        if (!any.empty())
          k.when(*anyOf(any), [&] { k.change(at(masks.at(field)), AssignOp::Or, k.bits(1) << i); });
      });
    };
    mark(0, "i", at(state.thread.x), c.cells, state.faces.frozenCells);
    if (wave.isRank3())
      mark(1, "j", at(state.thread.y), c.rows, state.faces.frozenRows);
  }

  Wave &wave;
  const WavefrontShape &shape;
  const WaveConstants &c;
  const WaveState &state;
  Term alongX = 0, alongY = 0, storedBegin = 0, storedEnd = 0;
  std::optional<Term> frozen = {}; // width of the frozen layer that is not stored
};

} // namespace

void lowerPlace(Wave &wave) { TakePlace(wave).build(); }

} // namespace stencilc::schedules
