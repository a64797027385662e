/// \file Gathered faces with three axes: tiles at faces load each ghost cell (beyond the grid) from
/// the cell of the grid that has the same value.
///
/// The coordinates from which cells are loaded (wrapped indices) are computed once per tile and
/// stored in shared memory. Steps of the sweep then need no test for faces of x and y.
#include "schedules/wavefront/faces/Gathered.h"
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

Term areSideBySide(const Term &first, const Term &last, const Term &cells) {
  // Wrapped indices of neighbours differ by 1, 0, or the length of the axis. So no other way leads
  // from `first` to an index that is as far beyond it as the last cell.
  return first % cells == 0 && last == first + (cells - 1);
}

namespace {

/// Members of the emitted struct Shared with two tables: the x coordinates (`columns`) and the y
/// coordinates (`rows`) from which the cells of a tile are loaded. For ghost cells (beyond the
/// grid) these are wrapped indices, the coordinates of the cells with the same values.
struct ImageMembers {
  VarId columns, rows;
};

/// Returns the condition that one access can load `cells` cells of a row of a tile, from index
/// `cell` in the tile on. The x coordinates to load from, in the table `columns`, must be
/// consecutive, and the first one a multiple of `cells`. `first` is the coordinate for `cell`.
Term sideBySide(const Wave &wave, VarId columns, const Term &first, const Term &cell,
                const Term &cells) {
  return areSideBySide(first, wave.inBlock(columns)[cell + (cells - 1)], cells);
}

/// Emits the function `findImages`, which fills the tables `images` with the coordinates from which
/// the columns and rows of a tile are loaded. For a ghost cell (beyond the grid) these are the
/// coordinates of the cell of the grid with the same value. Returns the handle of the function.
FunctionId lowerFindImages(Wave &wave, const ImageMembers &images) {
  WaveFunction f(wave, "findImages",
                 "Computes the wrapped indices of the columns and rows of the tile.");
  Builder &k = f.k;
  const ir::FieldId field = *wave.shape.faces.images;
  const auto find = [&](int axis, const Term &cells, VarId first, VarId found) {
    k.forEachBy("i", k.thread(Builtin::ThreadIndex, 0), cells, k.thread(Builtin::BlockSize, 0),
                Repeat::Plain, [&](const Term &i) {
                  const Term image = cellWithValue(k, wave, field, axis, wave.at(first) + i);
                  k.assign(wave.inBlock(found)[i], image);
                });
  };
  find(0, wave.c.tileX, wave.state.tile.left, images.columns);
  find(1, wave.c.tileY, wave.state.tile.bottom, images.rows);
  return k.id;
}

/// Emits the function `fetchImages`, which starts the copies of one step of the sweep to all ring
/// buffers. Ghost cells (beyond the grid) are copied from the cells of the grid with the same
/// values. Each thread copies parts of the rows of its warp.
class FetchImages {
public:
  FetchImages(Wave &wave, const ImageMembers &images)
      : wave(wave), images(images), state(wave.state), c(wave.c),
        f(wave, "fetchImages",
          "Starts the copies of the planes of step s, from the wrapped indices of the tile."),
        k(f.k), s(k.param("s", {Type::Int})), count(k.param("count", {Type::Unsigned})) {}

  FunctionId build() {
    // Rows of fields of the same type have the same layout.
    std::map<ir::ScalarType, std::vector<const Ring *>> byType;
    for (const Ring &ring : wave.shape.loads.rings)
      byType[wave.program.fields[ring.field].storage].push_back(&ring);
    for (const auto &[type, rings] : byType)
      load(rings);
    return k.id;
  }

private:
  using Rings = std::vector<const Ring *>;

  /// Emits the copy of one plane of a tile to each of the ring buffers `rings`. Their fields have
  /// cells of the same type.
  void load(const Rings &rings) {
    const Type staged = wave.staged.at(rings.front()->field);
    k.forEach("piece", 0, k.ofType(staged, "kPieces"), Repeat::Unrolled, [&](const Term &number) {
      const Term piece = k.ofType(staged, "kPiece");
      const Term cell = k.define("cell", {Type::Int},
                                 k.callOfType(staged, "cell", {number, wave.at(state.thread.lane)}),
                                 "of the tile");
      const Term place = k.define("place", {Type::Int}, k.callOfType(staged, "place", {cell}));
      const Term first = k.define("first", {Type::Int}, wave.inBlock(images.columns)[cell]);
      const auto rows = [&](Repeat repeat, const auto &copy) {
        k.forEach("j", 0, c.rows, repeat, [&](const Term &j) {
          const Term row =
              k.define("y", {Type::Int}, wave.inBlock(images.rows)[wave.at(state.thread.row) + j]);
          for (const Ring *ring : rings)
            copy(*ring, j, row);
        });
      };
      k.when(
          sideBySide(wave, images.columns, first, cell, piece),
          [&] {
            rows(Repeat::Unrolled, [&](const Ring &ring, const Term &j, const Term &row) {
              copy(ring, j, place, first, row, piece);
            });
          },
          [&] {
            rows(Repeat::Rolled, [&](const Ring &ring, const Term &j, const Term &row) {
              k.forEach("i", 0, piece, Repeat::Unrolled, [&](const Term &i) {
                copy(ring, j, place + i, wave.inBlock(images.columns)[cell + i], row, 1);
              });
            });
          });
    });
  }
  /// Emits the asynchronous copy of `cells` cells from global memory to row `j` of the thread in a
  /// ring buffer. `place` is the index in this row at which the first cell is stored. `column` and
  /// `row` are the x and y coordinates of the first cell in global memory.
  void copy(const Ring &ring, const Term &j, const Term &place, const Term &column, const Term &row,
            const Term &cells) {
    const Term to =
        wave.ringOf(ring.field)[count % c.ring.at(ring.field)][wave.at(state.thread.row) + j];
    const Term from =
        wave.at(state.arguments.reads.at({ring.field, 0})).cell({column, row, s - ring.arrival});
    k.run(k.call(Primitive::CopyAsync, {to + place, from.address()},
                 {cells * k.sizeOf(wave.cellOf(ring.field))}));
  }

  Wave &wave;
  const ImageMembers &images;
  const WaveState &state;
  const WaveConstants &c;
  WaveFunction f;
  Builder &k;
  const Term s, count;
};

/// Boundary method for periodic, mirror and copy faces of x and y with three axes. Ghost cells
/// (beyond the grid) are loaded from the cells of the grid with the same values.
class GatheredTiles : public FaceMethod {
public:
  using FaceMethod::FaceMethod;

  void declareShared(StructBuilder &shared) override {
    shared.together(
        [&] {
          images.columns = shared.member("columns", {Type::Int}, {.extents = {wave.c.tileX}});
          images.rows = shared.member("rows", {Type::Int}, {.extents = {wave.c.tileY}});
        },
        "wrapped indices of the tile");
  }

  void lowerFunctions(FunctionsBefore next) override {
    if (next != FunctionsBefore::Fetch)
      return;
    findImages = lowerFindImages(wave, images);
    fetchImages = FetchImages(wave, images).build();
  }

  std::optional<FunctionId> preparation() const override { return findImages; }
  bool fillsPlanes() const override { return true; }
  bool findsCells(ir::FieldId /*field*/) const override { return true; }

  void fetch(Builder &k, const Term &isEdge, const std::vector<Term> &stepAndCount,
             const Emit &plain) const override {
    k.whenConstant(
        !isEdge && wave.at(wave.state.tile.isEdge),
        [&] { k.run(k.call(fetchImages, stepAndCount)); }, plain);
  }

  void readRow(const RowRead &row, const Emit &plain) const override {
    row.k.whenConstant(
        !row.isEdge && wave.at(wave.state.tile.isEdge), [&] { readImages(row); }, plain);
  }

private:
  /// Emits the load of a row of a tile at faces into registers, as `read` describes it. Ghost cells
  /// (beyond the grid) are loaded from the cells of the grid with the same values. The coordinates
  /// of these cells are in shared memory.
  void readImages(const RowRead &read) const {
    Builder &k = read.k;
    const Term cells = wave.c.cells, columns = wave.inBlock(images.columns);
    const Term row = k.define("row", {Type::Int},
                              wave.inBlock(images.rows)[k.call(wave.functions.rowOf, {read.j})]);
    const Term cell =
        k.define("cell", {Type::Int}, wave.at(wave.state.thread.lane) * cells, "index in the tile");
    const Term first = k.define("first", {Type::Int}, columns[cell]);
    k.when(
        sideBySide(wave, images.columns, first, cell, cells),
        [&] {
          k.run(k.call(Primitive::Load,
                       {read.to, read.view.cell({first, row, read.plane}).address()}, {cells}));
        },
        [&] {
          k.forEach("i", 0, cells, Repeat::Unrolled, [&](const Term &i) {
            k.assign(read.to[i], read.view.cell({columns[cell + i], row, read.plane}));
          });
        });
  }

  ImageMembers images;
  FunctionId findImages = {}, fetchImages = {};
};

} // namespace

std::unique_ptr<FaceMethod> makeGathered(Wave &wave) {
  if (wave.shape.faces.images)
    return std::make_unique<GatheredTiles>(wave);
  return makeGatheredRows(wave);
}

} // namespace stencilc::schedules
