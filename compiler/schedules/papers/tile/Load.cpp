/// \file Builds device functions that load the cells of a field for kernels with tiles in shared
/// memory.
#include "schedules/papers/tile/Load.h"
#include "kernel/build/FieldFunction.h"
#include "schedules/papers/tile/Shape.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Builder of the device function that loads a tile of a field with its halo into shared memory.
class LoadTile {
public:
  LoadTile(Module &module, const analysis::Facts &facts, const Readers &readers, ir::FieldId field,
           bool leavesOwn)
      : rank(facts.program.rank()), leavesOwn(leavesOwn),
        k(module, Kind::Helper, NameHint("load", NameOfField{field}), doc(rank, leavesOwn)),
        f(k, facts, readers, field) {}

  FunctionId build() {
    isAsync = k.templateConstant("kAsync", {Type::Bool});
    static const char *const names[] = {"kWidth", "kHeight", "kDepth"};
    for (int axis = 0; axis < rank; ++axis)
      sizes.push_back(k.templateConstant(names[axis], {Type::Int}));
    tile = f.cellsParam("tile");
    f.declareParams();
    for (int axis = 0; axis < rank; ++axis)
      first.push_back(k.param(std::string(axisName(axis)) + "First", {Type::Int}));
    if (leavesOwn)
      for (const char *name : {"left", "low", "ownCells", "ownRows"})
        own.push_back(k.param(name, {Type::Int}));
    loop(rank - 1);
    return k.id;
  }

private:
  static std::string doc(int rank, bool leavesOwn) {
    return std::string(
               "Copies a tile of {} with its halo to shared memory, from cell xFirst, yFirst") +
           (rank == 3 ? ", zFirst" : "") +
           " on. Each thread copies the cell at its position. The first threads along an axis also "
           "copy cells beyond the block." +
           (leavesOwn ? " Cells that threads keep in registers are left out." : "");
  }

  /// Emits the loops over those cells of the tile that the thread loads, along `axis` and all axes
  /// before it. The innermost loop, along x, contains the load of a cell.
  void loop(int axis) {
    static const char *const names[] = {"i", "j", "layer"};
    k.forEachBy(names[axis], k.thread(Builtin::ThreadIndex, axis), sizes[axis],
                k.thread(Builtin::BlockSize, axis), Repeat::Plain, [&](const Term &c) {
                  inTile.insert(inTile.begin(), c);
                  axis ? loop(axis - 1) : loadCell();
                  inTile.erase(inTile.begin());
                });
  }

  void loadCell() {
    if (leavesOwn)
      k.when(inTile[0] >= own[0] && inTile[0] < own[0] + own[2] && inTile[1] >= own[1] &&
                 inTile[1] < own[1] + own[3],
             [&] { k.next("threads load these cells themselves"); });
    k.note("Cells further beyond the grid than updates reach get any value.");
    std::vector<Term> at;
    k.together([&] {
      for (int axis = 0; axis < rank; ++axis)
        at.push_back(
            k.variable(axisName(axis), {Type::Int}, f.reached(axis, first[axis] + inTile[axis])));
    });
    const Term row = rank == 3 ? inTile[1] + sizes[1] * inTile[2] : inTile[1];
    const Term cell = k.variable("cell", f.cellsType(), *tile + sizes[0] * row + inTile[0]);
    k.when(!f.isBeyond(cell.target(), at), [&] {
      k.run(k.call(Primitive::Stage, {cell, f.view().cell(at).address()}, {1, *isAsync}));
    });
  }

  const int rank;
  const bool leavesOwn;
  Builder k;
  FieldFunction f;
  std::optional<Term> isAsync, tile;
  std::vector<Term> sizes, first, own;
  std::vector<Term> inTile; // indices of the cell in the tile, x first
};

/// Emits the device function that loads adjacent cells of a row of `field` into registers, and
/// returns its id. Cells beyond the grid get their boundary values, for which `readers` is used.
FunctionId addOwn(Module &module, const analysis::Facts &facts, const Readers &readers,
                  ir::FieldId field) {
  Builder k(module, Kind::Helper, NameHint("own", NameOfField{field}),
            "Loads N cells of {} from (x, y) on, which may lie beyond the grid.");
  FieldFunction f(k, facts, readers, field);
  const Term n = k.templateConstant("N", {Type::Int}), cells = f.cellsParam("cells");
  f.declareParams();
  const Term x = k.param("x", {Type::Int}), y = k.param("y", {Type::Int});
  k.when(k.face(x + n - 1, 0, Side::High, 0, true) && k.face(y, 1, Side::High, 0, true), [&] {
    k.run(k.call(Primitive::Load, {cells, f.view().cell({x, y}).address()}, {n}));
    k.leave();
  });
  k.forEach("i", 0, n, Repeat::Unrolled, [&](const Term &i) {
    std::vector<Term> at;
    k.together([&] {
      at.push_back(k.variable("xCell", {Type::Int}, f.reached(0, x + i)));
      at.push_back(k.variable("yCell", {Type::Int}, f.reached(1, y)));
    });
    k.when(!f.isBeyond(cells[i], at), [&] { k.assign(cells[i], f.view().cell(at)); });
  });
  return k.id;
}

} // namespace

TileLoads::TileLoads(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
                     Readers &readers) {
  for (ir::FieldId field : facts.program.fields.ids()) {
    readers.addPlace(field);
    tiles.emplace(
        field,
        LoadTile(module, facts, readers, field, tileParameters(plan).centreInRegister).build());
    if (facts.program.rank() == 2)
      owns.emplace(field, addOwn(module, facts, readers, field));
  }
}

} // namespace stencilc::schedules
