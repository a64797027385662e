/// \file Emits the functions that load a row of a tile from global memory to shared memory or
/// registers.
#include "kernel/build/Readers.h"
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Base class of the builders of functions that load a row of a field from global memory. It
/// declares their common parameters: `kEdge` and the destination `to`.
class RowFunction {
protected:
  RowFunction(Wave &wave, ir::FieldId field, const char *name, std::string doc)
      : wave(wave), state(wave.state), c(wave.c), field(field),
        k(wave.module, Kind::Helper,
          NameHint(name, NameOfField{field}, std::string(name) == "read" ? "Row" : ""),
          std::move(doc)) {
    joinSweep(k, wave);
    isEdge = k.templateConstant("kEdge", {Type::Bool});
    to = k.param("to", {Type::Pointer, wave.program.fields[field].storage});
    uniforms = wave.uniforms(0);
  }
  bool isLine() const { return wave.rank() == 1; }
  /// Returns the x coordinate of the first cell of the tile. With one axis, `plane` is the index of
  /// the tile, which is clamped to the tiles that the warp stores. Otherwise `plane` is not used.
  Term leftOf(const Term &plane) {
    return isLine() ? k.call(wave.functions.leftOf, {k.call(wave.functions.ownTile, {plane})})
                    : wave.at(state.tile.left);
  }
  /// Emits `int x = ..., y = ..., z = ...;` with the values `x`, `y` and `plane`, for those axes
  /// that the program has. Returns the variables, x first.
  std::vector<Term> declareCell(const Term &x, const Term &y, const Term &plane) {
    std::vector<Term> cell;
    k.together([&] {
      cell.push_back(k.variable("x", {Type::Int}, x));
      if (wave.isRank3())
        cell.push_back(k.variable("y", {Type::Int}, y));
      if (!isLine())
        cell.push_back(k.variable(axisName(wave.along), {Type::Int}, plane));
    });
    return cell;
  }
  /// Returns a call that applies the boundary condition of the field at the coordinates in the
  /// variables `cell`. It is true if the boundary gives a value, which it assigns to `value`.
  /// Otherwise it is false and has changed `cell` to the cell of the grid to load.
  Term boundaryGives(const Term &value, const std::vector<Term> &cell) {
    return wave.boundaryGives(k, field, value, uniforms, cell);
  }
  /// Returns an expression of the emitted code that is true if a piece of a row lies partly beyond
  /// the grid. It has the x coordinates `x` to `last` (inclusive), and the coordinates `y` and
  /// `plane`.
  Term leavesGrid(const Term &x, const Term &last, const Term &y, const Term &plane) {
    Term leaves = k.face(x, 0, Side::Low, 0) || k.face(last, 0, Side::High, 0);
    if (wave.isRank3())
      leaves = leaves || k.face(y, 1, Side::Low, 0) || k.face(y, 1, Side::High, 0);
    return isLine() ? leaves
                    : leaves || k.face(plane, wave.along, Side::Low, 0) ||
                          k.face(plane, wave.along, Side::High, 0);
  }

  Wave &wave;
  const WaveState &state;
  const WaveConstants &c;
  const ir::FieldId field;
  Builder k;
  UniformTerms uniforms; // scalars for the time level to load
  std::optional<Term> isEdge, to;
};

/// Emits the function that starts the asynchronous copy of a row of the tile from global to shared
/// memory. The lanes of a warp copy the row together.
class FetchRow : RowFunction {
public:
  FetchRow(Wave &wave, ir::FieldId field)
      : RowFunction(wave, field, "fetch", "Starts the copy of a row of the tile to shared memory."),
        faces(wave.facts.faces[field]), staged(wave.staged.at(field)),
        piece(k.ofType(staged, "kPiece")), bytes(piece * k.sizeOf(wave.cellOf(field))),
        view(wave.at(state.arguments.reads.at({field, 0}))),
        y(wave.isRank3() ? k.param("yRow", {Type::Int}) : Term(0)),
        plane(k.param("plane", {Type::Int})), left(leftBeforePieces()) {}

  FunctionId build() {
    wave.methods.fetchRow(fetchTerms(), [&] {
      forEachPiece([&](const Term &number, const Term &cell, const Term &to) {
        loadPiece(number, cell, to);
      });
    });
    return k.id;
  }

private:
  RowFetch fetchTerms() {
    return {k,     field, *isEdge,
            view,  left,  plane,
            piece, bytes, [this](const RowFetch::Piece &act) { forEachPiece(act); }};
  }
  Term leftBeforePieces() {
    return isLine() ? k.define("left", {Type::Int}, leftOf(plane)) : leftOf(plane);
  }
  /// Emits a loop over the pieces of a row that a lane (thread of a warp) copies. A piece is the
  /// cells of one access of up to 16 bytes. The body comes from `act(number, cell, to)`, with the
  /// number of the piece, the index of its first cell in the tile, and its destination.
  template <class Act> void forEachPiece(Act act) {
    k.forEach("piece", 0, k.ofType(staged, "kPieces"), Repeat::Unrolled, [&](const Term &number) {
      const Term cell = k.define("cell", {Type::Int},
                                 k.callOfType(staged, "cell", {number, wave.at(state.thread.lane)}),
                                 "index in the tile");
      const Term place = k.variable("place", {Type::Pointer, wave.program.fields[field].storage},
                                    *to + k.callOfType(staged, "place", {cell}));
      act(number, cell, place);
    });
  }
  void copy(const Term &to, const Term &from, const Term &count) {
    k.run(k.call(Primitive::CopyAsync, {to, from.address()}, {count}));
  }
  /// Emits the copy of piece `number` (the cells of one access) from the tile's cell `cell` on to
  /// `to`. In steps with `kEdge`, pieces with cells beyond the grid take a slower path,
  /// loadNearFaces().
  void loadPiece(const Term &number, const Term &cell, const Term &to) {
    k.whenConstant(*isEdge, [&] {
      const Term x = k.define("xFirst", {Type::Int}, left + cell);
      k.when(leavesGrid(x, x + piece - 1, y, plane), [&] { loadNearFaces(number, x, to); });
    });
    copy(to, wave.cellsOf(view, left + cell, y, plane), bytes);
  }
  /// Emits the copy of piece `number` (the cells of one access) of which some cells lie beyond the
  /// grid. `x` is the coordinate of its first cell, `to` its destination. The emitted code ends
  /// with `continue`, so the caller's copy is skipped.
  void loadNearFaces(const Term &number, const Term &x, const Term &to) {
    const Term endsBefore = k.face(x + piece - 1, 0, Side::Low, 0);
    if (faces.keepsAlong(0) && !wave.facts.faces.isPeriodic(0))
      k.when(
          endsBefore || k.face(x, 0, Side::High, 0), [&] { k.next(); },
          "beyond frozen cells: never read");
    if (!faces.giveValues() && !isLine())
      loadWhole(x, to);
    for (const auto &method : wave.methods)
      method->fetchPiece(fetchTerms(), number, to);
    k.forEach("i", 0, piece, Repeat::Rolled, [&](const Term &i) {
      const std::vector<Term> cell = declareCell(x + i, y, plane);
      k.when(!boundaryGives(to[i], cell),
             [&] { copy(to + i, view.cell(cell), k.sizeOf(wave.cellOf(field))); });
    });
    k.next();
  }
  /// Emits the copy to `to` of the piece (the cells of one access) that begins at coordinate `x`,
  /// by one access. The emitted code does so, and continues with the next piece, only if the cells
  /// to copy are contiguous in memory.
  void loadWhole(const Term &x, const Term &to) {
    Term isWhole =
        k.face(x, 0, Side::Low, 0, true) && k.face(x + piece - 1, 0, Side::High, 0, true);
    if (wave.facts.faces.isPeriodic(0))
      isWhole = isWhole || k.extent(0) % piece == 0;
    k.when(
        isWhole,
        [&] {
          const Term value = k.array("value", wave.cellOf(field), {});
          const std::vector<Term> cell = declareCell(x, y, plane);
          k.run(boundaryGives(value, cell));
          copy(to, view.cell(cell), bytes);
          k.next();
        },
        "the cells are contiguous in memory");
  }

  const analysis::FieldFaces &faces;
  const Type staged;
  const Term piece, bytes, view, y, plane, left;
};

/// Emits the function that loads this thread's cells of row `j` of a plane from global memory into
/// registers.
class ReadRow : RowFunction {
public:
  ReadRow(Wave &wave, ir::FieldId field)
      : RowFunction(wave, field, "read", "Loads this thread's cells of a row from global memory."),
        view(k.reference("from", {Type::View, wave.program.fields[field].storage, true}, {}, true)),
        j(k.param("j", {Type::Int})), plane(k.param("plane", {Type::Int})) {
    if (wave.boundaryUses(field).ofStep)
      uniforms.ofStep = UniformTerms::params(k, {false, true}).ofStep;
  }

  FunctionId build() {
    const Term y = wave.isRank3() ? wave.at(state.thread.y) + j : Term(0);
    const Term x = isLine() ? k.define("xFirst", {Type::Int},
                                       leftOf(plane) + wave.at(state.thread.lane) * c.cells)
                            : wave.at(state.thread.x);
    const auto byPlace = [&] {
      k.when(
          *isEdge && leavesGrid(x, x + c.cells - 1, y, plane), [&] { readCells(x, y); },
          [&] {
            k.run(k.call(Primitive::Load, {*to, wave.cellsOf(view, x, y, plane).address()},
                         {c.cells}));
          });
    };
    wave.methods.readRow({k, field, *isEdge, *to, view, j, plane}, byPlace);
    return k.id;
  }

private:
  /// Emits the load of this thread's cells of a row near a face into registers, cell by cell. `x`
  /// and `y` are the coordinates of the first cell.
  void readCells(const Term &x, const Term &y) {
    k.forEach("i", 0, c.cells, Repeat::Rolled, [&](const Term &i) {
      const std::vector<Term> cell = declareCell(x + i, y, plane);
      const Term value = k.array("value", wave.cellOf(field), {});
      k.when(!boundaryGives(value, cell), [&] { k.assign(value, view.cell(cell)); });
      k.forEach(
          "at", 0, c.cells, Repeat::Unrolled,
          [&](const Term &at) { k.assign((*to)[at], select(at == i, value, (*to)[at])); },
          "an index that depends on i would need local memory");
    });
  }

  const Term view, j, plane;
};

} // namespace

void lowerRowLoads(Wave &wave) {
  for (ir::FieldId field : wave.program.fields.ids()) {
    if (wave.shape.ringOf(field) && !wave.shape.loads.onlyTensors) {
      wave.staged[field] = namedInstance(
          wave.module, NameHint("Staged", NameOfField{field}), Template::Staged,
          wave.withLanes<TypeArgument>({wave.cellOf(field), wave.c.cells}),
          "Layout of rows of " + wave.program.fields[field].name + " in shared memory.");
      wave.functions.fetchRow[field] = FetchRow(wave, field).build();
    }
    wave.functions.readRow[field] = ReadRow(wave, field).build();
  }
}

} // namespace stencilc::schedules
