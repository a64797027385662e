/// \file Gathered faces with two axes: tiles at faces load each ghost cell (beyond the grid) of a
/// row from the cell of the grid that has the same value.
///
/// The x coordinates from which a thread loads its cells are computed once per tile. The thread
/// keeps them in arrays.
#include "schedules/wavefront/faces/Gathered.h"
#include "schedules/wavefront/lower/Lower.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <set>

namespace stencilc::schedules {

using namespace kernel;

Term cellWithValue(Builder &k, const Wave &wave, ir::FieldId field, int axis, const Term &at) {
  std::vector<Term> cell;
  k.together([&] {
    for (int other = 0; other < wave.rank(); ++other)
      cell.push_back(k.variable(axisName(other), {Type::Int}, other == axis ? at : Term(0)));
  });
  const Term value = k.array("value", wave.cellOf(field), {});
  k.run(wave.boundaryGives(k, field, value, wave.uniforms(0), cell));
  return cell[static_cast<std::size_t>(axis)];
}

namespace {

/// Boundary method for faces of x with two axes: ghost cells (beyond the grid) of a row are loaded
/// from the cells of the grid with the same values.
class GatheredRows : public FaceMethod {
public:
  using FaceMethod::FaceMethod;

  /// Returns true if tiles at faces copy rows of `field` to its ring buffer from x coordinates that
  /// are computed once per tile. Both x faces of `field` must then have index maps: the rule that
  /// gives, for each ghost cell (beyond the grid), the cell of the grid with the same value.
  static bool fetches(const Wave &wave, ir::FieldId field) {
    const analysis::FieldFaces &faces = wave.facts.faces[field];
    return !wave.shape.loads.onlyTensors && wave.shape.ringOf(field) &&
           faces.at(0, Side::Low).map() && faces.at(0, Side::High).map();
  }
  /// Returns true if tiles at faces load rows of `field` into registers from x coordinates that are
  /// computed once per tile. `field` must then have no ring buffer and no fixed boundary value, and
  /// no update may change it.
  static bool reads(const Wave &wave, ir::FieldId field) {
    return !wave.shape.skew->arrival.count(field) && !wave.shape.ringOf(field) &&
           wave.facts.footprint.fields.count(field) && !wave.facts.faces[field].giveValues();
  }

  /// Declares, in the emitted struct of which `sweep` is the builder, the arrays of x coordinates
  /// from which a thread loads its cells, if `where` is the point after the members for the
  /// thread's position. For a ghost cell (beyond the grid), the coordinate is that of the cell of
  /// the grid with the same value. Fields with the same coordinates share an array.
  void declareMembers(StructBuilder &sweep, MembersAfter where) override {
    if (where != MembersAfter::Position)
      return;
    for (ir::FieldId field : wave.program.fields.ids()) {
      if (!fetches(wave, field) && !reads(wave, field))
        continue;
      const auto alike =
          llvm::find_if(columnsOf, [&](const auto &other) { return shares(field, other.first); });
      columnsOf[field] = alike != columnsOf.end() ? alike->second : declare(sweep, field);
    }
  }

  void place(Builder &k) override {
    k.whenConstant(wave.at(wave.state.tile.isEdge), [&] {
      k.forEach("i", 0, wave.c.cells, Repeat::Unrolled, [&](const Term &i) {
        std::set<VarId> found;
        for (const auto &[field, member] : columnsOf) {
          if (!found.insert(member).second)
            continue;
          const Term column = wave.at(member)[i];
          if (fetches(wave, field))
            findFetched(k, field, column, i);
          else
            k.assign(column, cellWithValue(k, wave, field, 0, wave.at(wave.state.thread.x) + i));
        }
      });
    });
  }

  void fetchRow(const RowFetch &row, const Emit &plain) const override {
    if (!fetches(wave, row.field) || wave.facts.faces[row.field].giveValues())
      return plain();
    row.k.whenConstant(
        row.isEdge,
        [&] { fetchRow(row, cellWithValue(row.k, wave, row.field, wave.along, row.plane)); },
        [&] { fetchRow(row, row.plane); });
  }

  void fetchPiece(const RowFetch &row, const Term &number, const Term &to) const override {
    if (!fetches(wave, row.field))
      return;
    Builder &k = row.k;
    k.whenConstant(wave.at(wave.state.tile.isEdge), [&] {
      k.when(k.face(row.plane, wave.along, Side::Low, 0, true) &&
                 k.face(row.plane, wave.along, Side::High, 0, true),
             [&] {
               fetchCells(row, number, to, row.plane);
               k.next();
             });
    });
  }

  void readRow(const RowRead &row, const Emit &plain) const override {
    if (!reads(wave, row.field))
      return plain();
    row.k.whenConstant(
        row.isEdge,
        [&] { readRow(row, cellWithValue(row.k, wave, row.field, wave.along, row.plane)); },
        [&] { readRow(row, row.plane); });
  }
  bool findsCells(ir::FieldId field) const override { return reads(wave, field); }

private:
  /// Returns true if fields `a` and `b` can share one array of x coordinates to load from. Their
  /// ghost cells beyond x faces must have the values of the same cells, and they must be loaded in
  /// the same way.
  bool shares(ir::FieldId a, ir::FieldId b) const {
    const bool isFetched = fetches(wave, a);
    if (isFetched != fetches(wave, b) ||
        (isFetched && wave.program.fields[a].storage != wave.program.fields[b].storage))
      return false;
    return llvm::all_of(std::array{Side::Low, Side::High}, [&](Side side) {
      const analysis::Faces &faces = wave.facts.faces;
      return faces.at(a, 0, side).anyMap() == faces.at(b, 0, side).anyMap();
    });
  }
  VarId declare(StructBuilder &sweep, ir::FieldId field) const {
    return sweep.member(
        NameHint("", NameOfView{field, 0}, "_columns"), {Type::Int}, {.extents = {wave.c.cells}},
        std::string("at faces: wrapped indices of ") +
            (fetches(wave, field) ? "the cells that the thread copies" : "the thread's cells"));
  }
  /// Emits the assignment of `column`: the x coordinate from which a thread copies cell number `i`
  /// of its cells of a row of `field`. For a ghost cell (beyond the grid) it is the coordinate of
  /// the cell of the grid with the same value. Cells that no update reads get any coordinate that
  /// keeps accesses contiguous.
  void findFetched(Builder &k, ir::FieldId field, const Term &column, const Term &i) const {
    const Type staged = wave.staged.at(field);
    const Term piece = k.ofType(staged, "kPiece"), lane = wave.at(wave.state.thread.lane);
    const Term cell = k.define("cell", {Type::Int},
                               wave.at(wave.state.tile.left) +
                                   k.callOfType(staged, "cell", {i / piece, lane}) + i % piece);
    const Term isNeeded = cell < k.extent(0) + wave.shape.tile.x.ghostHigh || k.extent(0) < piece;
    k.assign(column, select(isNeeded, cellWithValue(k, wave, field, 0, cell), i % piece),
             "else any contiguous cells");
  }

  /// Emits the asynchronous copy of a row to shared memory, as `fetch` describes it. `row` is the y
  /// coordinate to copy from. It differs from `fetch.plane` if the row lies beyond a face.
  void fetchRow(const RowFetch &fetch, const Term &row) const {
    Builder &k = fetch.k;
    fetch.forEachPiece([&](const Term &number, const Term &cell, const Term &to) {
      k.whenConstant(
          wave.at(wave.state.tile.isEdge),
          [&] {
            const Term first = columnOf(fetch, number, 0);
            k.when(
                areSideBySide(first, columnOf(fetch, number, fetch.piece - 1), fetch.piece),
                [&] { fetch.copy(to, fetch.view.cell({first, row}), fetch.bytes); },
                [&] { fetchCells(fetch, number, to, row); });
          },
          [&] { fetch.copy(to, fetch.view.cell({fetch.left + cell, row}), fetch.bytes); });
    });
  }
  /// Emits the copy of piece `number` (cells of one access) of the row that `fetch` describes, cell
  /// by cell. `to` is the destination in shared memory, and `row` the y coordinate to copy from.
  void fetchCells(const RowFetch &fetch, const Term &number, const Term &to,
                  const Term &row) const {
    Builder &k = fetch.k;
    k.forEach("i", 0, fetch.piece, Repeat::Unrolled, [&](const Term &i) {
      fetch.copy(to + i, fetch.view.cell({columnOf(fetch, number, i), row}),
                 k.sizeOf(wave.cellOf(fetch.field)));
    });
  }
  /// Returns the x coordinate from which this thread copies cell `i` of piece `number` (cells of
  /// one access) of the row that `fetch` describes. For a ghost cell (beyond the grid) it is the
  /// coordinate of the cell of the grid with the same value.
  Term columnOf(const RowFetch &fetch, const Term &number, const Term &i) const {
    return wave.at(columnsOf.at(fetch.field))[number * fetch.piece + i];
  }

  /// Emits the load of a row into registers, as `read` describes it. `row` is the y coordinate to
  /// load from. It differs from `read.plane` if the row lies beyond a face.
  void readRow(const RowRead &read, const Term &row) const {
    Builder &k = read.k;
    k.whenConstant(
        wave.at(wave.state.tile.isEdge),
        [&] {
          const Term columns = wave.at(columnsOf.at(read.field));
          k.forEach("i", 0, wave.c.cells, Repeat::Unrolled, [&](const Term &i) {
            k.assign(read.to[i], read.view.cell({columns[i], row}));
          });
        },
        [&] {
          const Term x = wave.at(wave.state.thread.x);
          k.run(k.call(Primitive::Load, {read.to, read.view.cell({x, row}).address()},
                       {wave.c.cells}));
        });
  }

  /// Members of the emitted struct Sweep, by field: arrays of the x coordinates from which a thread
  /// copies cells to the ring buffer or, for a field without one, loads cells into registers.
  std::map<ir::FieldId, VarId> columnsOf;
};

} // namespace

std::unique_ptr<FaceMethod> makeGatheredRows(Wave &wave) {
  if (wave.rank() == 2 && !wave.shape.tile.shifts)
    for (ir::FieldId field : wave.program.fields.ids())
      if (GatheredRows::fetches(wave, field) || GatheredRows::reads(wave, field))
        return std::make_unique<GatheredRows>(wave);
  return nullptr;
}

} // namespace stencilc::schedules
