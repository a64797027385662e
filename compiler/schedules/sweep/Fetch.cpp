/// \file Builds device functions that load cells of a field for sweeps through shared memory.
#include "schedules/sweep/Fetch.h"
#include "kernel/build/FieldFunction.h"
#include "plan/cost/Column.h"
#include "schedules/sweep/VectorWidth.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

constexpr int kPieceBytes = 16; // bytes that one access of a thread copies

/// Builder of the device function with which the threads of a block copy a plane of their tile,
/// halo included, from global memory into shared memory.
class FetchPlane {
public:
  FetchPlane(Module &module, const analysis::Facts &facts, const Readers &readers,
             ir::FieldId field)
      : rank(facts.program.rank()), along(rank - 1),
        pieceCells(kPieceBytes / plan::bytesOf(facts.program.fields[field].storage)),
        k(module, Kind::Helper, NameHint("fetch", NameOfField{field}), doc(rank)),
        f(k, facts, readers, field) {}

  FunctionId build() {
    const Term width = k.templateConstant("kWidth", {Type::Int}),
               height = k.templateConstant("kHeight", {Type::Int}),
               threads = k.templateConstant("kThreads", {Type::Int});
    isAsync = k.templateConstant("kAsync", {Type::Bool});
    const Term to = f.cellsParam("to");
    f.declareParams();
    const Term thread = k.param("thread", {Type::Int});
    for (int axis = 0; axis < along; ++axis)
      first.push_back(k.param(std::string(axisName(axis)) + "First", {Type::Int}));
    plane = k.param("plane", {Type::Int});
    std::optional<Term> rowPieces;
    k.together([&] {
      piece = k.constant("kPiece", pieceCells);
      rowPieces = k.constant("kRowPieces", width / *piece);
    });
    k.forEachBy("piece", thread, *rowPieces * height, threads, Repeat::Rolled,
                [&](const Term &number) { loadPiece(to, width, *rowPieces, number); });
    return k.id;
  }

private:
  static std::string doc(int rank) {
    return std::string("Copies kWidth x kHeight cells of ") + (rank == 3 ? "a plane" : "a row") +
           " of {} to shared memory, from cell xFirst" + (rank == 3 ? ", yFirst" : "") +
           " on: by 16 bytes inside the grid, and boundary values beyond it. Cells further out "
           "than updates reach get any value.";
  }

  void loadPiece(const Term &to, const Term &width, const Term &rowPieces, const Term &number) {
    std::optional<Term> row, cell;
    k.together([&] {
      row = k.define("row", {Type::Int}, number / rowPieces);
      cell = k.define("cell", {Type::Int}, number % rowPieces * *piece);
    });
    std::vector<Term> at; // first cell of the piece
    k.together([&] {
      at.push_back(k.define("xPiece", {Type::Int}, first[0] + *cell));
      if (rank == 3)
        at.push_back(k.define("yPiece", {Type::Int}, f.reached(1, first[1] + *row)));
    });
    at.push_back(*plane);
    const Term cells = k.variable("cells", f.cellsType(), to + *row * width + *cell);
    const Term isWhole = k.define("isWhole", {Type::Bool},
                                  k.face(at[0], 0, Side::Low, 0, true) &&
                                      k.face(at[0] + *piece - 1, 0, Side::High, 0, true));
    std::vector<Term> inside = {isWhole};
    for (int axis = 1; axis < rank; ++axis)
      for (Side side : {Side::Low, Side::High})
        inside.push_back(k.face(at[axis], axis, side, 0, true));
    k.when(*allOf(inside), [&] {
      load(cells, at, *piece);
      k.next();
    });
    loadCells(cells, at, isWhole);
  }

  /// Emits a loop over the cells of a piece (16 bytes of a row) that lies partly or wholly beyond
  /// the grid. `first` has the coordinates of its first cell, and `cells` is its address in shared
  /// memory. Cells with a fixed boundary value get this value. Others are copied one by one from
  /// the cell of the grid with the same value. If `isWhole` (the piece crosses no face of x), one
  /// access copies them all.
  void loadCells(const Term &cells, const std::vector<Term> &first, const Term &isWhole) {
    k.forEach("i", 0, *piece, Repeat::Rolled, [&](const Term &i) {
      std::vector<Term> at;
      k.together([&] {
        for (int axis = 0; axis < rank; ++axis)
          at.push_back(k.variable(axisName(axis), {Type::Int},
                                  axis ? first[axis] : f.reached(0, first[0] + i)));
      });
      k.when(f.isBeyond(cells[i], at), [&] { k.next(); });
      k.when(
          isWhole,
          [&] {
            load(cells, at, *piece);
            k.leaveLoop();
          },
          "the cells of the piece are contiguous");
      load(cells + i, at, 1);
    });
  }

  void load(const Term &to, const std::vector<Term> &at, const Term &count) {
    k.run(k.call(Primitive::Stage, {to, f.view().cell(at).address()}, {count, *isAsync}));
  }

  const int rank, along, pieceCells;
  Builder k;
  FieldFunction f;
  std::optional<Term> isAsync, plane, piece;
  std::vector<Term> first;
};

/// Adds to `module` the device function that loads adjacent cells of a row of `field` into
/// registers, and returns its id. The row may lie beyond a face. `vectorBound` is the maximum
/// number of bytes of an access (0: no limit).
FunctionId addOwn(Module &module, const analysis::Facts &facts, const Readers &readers,
                  ir::FieldId field, int vectorBound) {
  const int along = facts.program.lastAxis();
  const bool isSpace = along == 2;
  Builder k(module, Kind::Helper, NameHint("own", NameOfField{field}),
            std::string("Loads N cells of {} from ") + (isSpace ? "(x, y, z)" : "(x, y)") +
                " on, in a " + (isSpace ? "plane" : "row") + " that may lie beyond a face.");
  FieldFunction f(k, facts, readers, field);
  const Term n = k.templateConstant("N", {Type::Int}), cells = f.cellsParam("cells");
  f.declareParams();
  std::vector<Term> at, widths = {n};
  for (int axis = 0; axis <= along; ++axis)
    at.push_back(k.param(axisName(axis), {Type::Int}));
  if (vectorBound)
    widths.push_back(vectorBound);
  k.when(k.face(at[along], along, Side::Low, 0, true) &&
             k.face(at[along], along, Side::High, 0, true),
         [&] {
           k.run(k.call(Primitive::Load, {cells, f.view().cell(at).address()}, widths));
           k.leave();
         });
  k.forEach("i", 0, n, Repeat::Unrolled, [&](const Term &i) {
    std::vector<Term> cell = at;
    cell[0] = at[0] + i;
    k.when(cell[0] < k.extent(0), [&] { k.assign(cells[i], f.read(cell)); });
  });
  return k.id;
}

} // namespace

PlaneLoads::PlaneLoads(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                       Readers &readers) {
  for (ir::FieldId field : facts.program.fields.ids()) {
    readers.addPlace(field);
    planes.emplace(field, FetchPlane(module, facts, readers, field).build());
    owns.emplace(field, addOwn(module, facts, readers, field, vectorBound(plan)));
  }
}

} // namespace stencilc::schedules
