/// \file Emits loads of tiles at faces: each ghost cell (beyond the grid) is loaded from the cell
/// of the grid that has the same value.
///
/// The coordinates from which cells are loaded (wrapped indices) are computed once per tile and
/// kept in shared memory. Steps of the sweep then test no face of x or y.
#include "kernel/build/Readers.h"
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

Term areSideBySide(const Term &first, const Term &last, const Term &cells) {
  // Wrapped indices of neighbours differ by 1, 0, or the length of the axis. So no other way leads
  // from `first` to an index that is as far beyond it as the last cell.
  return first % cells == 0 && last == first + (cells - 1);
}
Term sideBySide(const Wave &wave, const Term &first, const Term &cell, const Term &cells) {
  return areSideBySide(first, wave.inBlock(wave.state.faces.columns)[cell + (cells - 1)], cells);
}

namespace {

/// Emits the function `findImages`, which computes wrapped indices for all columns and rows of a
/// tile. The wrapped index of a ghost cell (beyond the grid) is the index of the cell of the grid
/// that has the same value.
FunctionId lowerFindImages(Wave &wave) {
  WaveFunction f(wave, "findImages",
                 "Computes the wrapped indices of the columns and rows of the tile.");
  Builder &k = f.k;
  const ir::FieldId field = *wave.shape.faces.images;
  const auto find = [&](int axis, const Term &cells, VarId first, VarId images) {
    k.forEachBy("i", k.thread(Builtin::ThreadIndex, 0), cells, k.thread(Builtin::BlockSize, 0),
                Repeat::Plain, [&](const Term &i) {
                  const Term image = wave.standsAlong(k, field, axis, wave.at(first) + i);
                  k.assign(wave.inBlock(images)[i], image);
                });
  };
  find(0, wave.c.tileX, wave.state.tile.left, wave.state.faces.columns);
  find(1, wave.c.tileY, wave.state.tile.bottom, wave.state.faces.rows);
  return k.id;
}

/// Emits the function `fetchImages`, which starts copies to ring buffers. Ghost cells are copied
/// from the cells of the grid with the same values. Each thread copies parts of the rows of its
/// warp.
class FetchImages {
public:
  explicit FetchImages(Wave &wave)
      : wave(wave), state(wave.state), c(wave.c),
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

  /// Emits the copies of a plane to each of the ring buffers `rings`, whose fields have the same
  /// type.
  void load(const Rings &rings) {
    const Type staged = wave.staged.at(rings.front()->field);
    k.forEach("piece", 0, k.ofType(staged, "kPieces"), Repeat::Unrolled, [&](const Term &number) {
      const Term piece = k.ofType(staged, "kPiece");
      const Term cell = k.define("cell", {Type::Int},
                                 k.callOfType(staged, "cell", {number, wave.at(state.thread.lane)}),
                                 "of the tile");
      const Term place = k.define("place", {Type::Int}, k.callOfType(staged, "place", {cell}));
      const Term first = k.define("first", {Type::Int}, wave.inBlock(state.faces.columns)[cell]);
      const auto rows = [&](Repeat repeat, const auto &copy) {
        k.forEach("j", 0, c.rows, repeat, [&](const Term &j) {
          const Term row = k.define("y", {Type::Int},
                                    wave.inBlock(state.faces.rows)[wave.at(state.thread.row) + j]);
          for (const Ring *ring : rings)
            copy(*ring, j, row);
        });
      };
      k.when(
          sideBySide(wave, first, cell, piece),
          [&] {
            rows(Repeat::Unrolled, [&](const Ring &ring, const Term &j, const Term &row) {
              copy(ring, j, place, first, row, piece);
            });
          },
          [&] {
            rows(Repeat::Rolled, [&](const Ring &ring, const Term &j, const Term &row) {
              k.forEach("i", 0, piece, Repeat::Unrolled, [&](const Term &i) {
                copy(ring, j, place + i, wave.inBlock(state.faces.columns)[cell + i], row, 1);
              });
            });
          });
    });
  }
  /// Emits the asynchronous copy of `cells` cells from global memory to row `j` of the thread in a
  /// ring buffer. They are stored from position `place` of the row on. `column` and `row` are the x
  /// and y coordinates of the first cell in the grid.
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
  const WaveState &state;
  const WaveConstants &c;
  WaveFunction f;
  Builder &k;
  const Term s, count;
};

} // namespace

void lowerImages(Wave &wave) {
  wave.findImages = lowerFindImages(wave);
  wave.fetchImages = FetchImages(wave).build();
}

} // namespace stencilc::schedules
