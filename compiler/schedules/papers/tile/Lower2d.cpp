/// \file Lowering (emission of the kernels) of schedule tile2d, in which a block has a tile with
/// two axes in shared memory.
///
/// A thread updates kCells x kRows cells. It reads them, and the cells around them, from a window
/// in registers. With centre=register, threads load their own cells from memory into the window and
/// copy them to the tile in shared memory. With passes= above 1 the block processes several tiles
/// in the same shared memory.
#include "kernel/build/NewCells.h"
#include "schedules/papers/tile/Lower.h"
#include "schedules/papers/tile/TileKernel.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Numbers of cells that a thread updates along x (`cells`) and along y (`rows`), as constants of
/// the emitted code.
struct TileSizes {
  Term cells, rows;
};

/// Builder of the GPU kernel whose threads update several cells each. A thread first loads these
/// cells, and the neighbours that their updates read, into an array in registers (its window).
class WindowOfTile {
public:
  WindowOfTile(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
               std::size_t index, const Readers &readers, const TileLoads &loads,
               const TileSizes &sizes)
      : t(module, facts, plan, index, readers, loads), k(t.k), sizes(sizes),
        news(k, t.body, facts.program, t.kernel) {}

  MadeTile build() {
    const int tilesPerBlock = tileParameters(t.plan).tilesPerBlock;
    k.together([&] {
      tileX = k.constant("kTileX", std::int64_t{t.plan.block[0]} * t.plan.cellsPerThread);
      tileY = k.constant("kTileY", std::int64_t{t.plan.block[1]} * t.plan.rowsPerThread());
    });
    k.together([&] {
      xTile =
          k.define("xTile", {Type::Int}, t.tileBegin(0, k.thread(Builtin::BlockIndex, 0), *tileX));
      x = k.define("x", {Type::Int}, *xTile + k.thread(Builtin::ThreadIndex, 0) * sizes.cells);
    });
    const Term block = k.thread(Builtin::BlockIndex, 1);
    k.function().doc += ".";
    if (tilesPerBlock == 1) {
      updateTile(block);
      return t.made();
    }
    k.function().doc.back() = ':';
    k.function().doc +=
        " each block updates " + std::to_string(tilesPerBlock) + " tiles, one after the other.";
    k.forEach("part", 0, tilesPerBlock, Repeat::Rolled,
              [&](const Term &part) { updateTile(block * tilesPerBlock + part, part); });
    return t.made();
  }

private:
  void updateTile(const Term &number, const std::optional<Term> &part = {}) {
    k.together([&] {
      yTile = k.define("yTile", {Type::Int}, t.tileBegin(1, number, *tileY));
      y0 = k.define("y0", {Type::Int}, *yTile + k.thread(Builtin::ThreadIndex, 1) * sizes.rows);
    });
    if (part) {
      k.when(*yTile >= k.bound(Bound::End, 1), [&] { k.leaveLoop(); });
      k.when(*part >= 1,
             [&] { k.run(k.call(Primitive::Barrier, {}), "the previous tile is no longer read"); });
    }
    k.note("Windows: the cells of this thread and the cells around them that it reads.");
    for (const TileLevel &tile : t.tiles.fieldLevels)
      tile.isShared ? load(tile) : loadOwn(tile);
    t.wait();
    for (const TileLevel &tile : t.tiles.fieldLevels)
      if (tile.isShared)
        loadAround(tile);
    update();
    store();
  }

  void forEachRow(const std::function<void(Term)> &body) {
    k.forEach("j", 0, sizes.rows, Repeat::Unrolled, body);
  }

  // --- windows ----------------------------------------------------------------------------------

  Term &declareWindow(const TileLevel &tile) {
    const NameHint hint("", NameOfView{tile.fieldLevel.field, tile.fieldLevel.level},
                        rowTail(Offset()));
    const Term rows = k.number(tile.halo[1][0]) + sizes.rows + tile.halo[1][1];
    const Term cells = k.number(tile.halo[0][0]) + sizes.cells + tile.halo[0][1];
    return windows.insert_or_assign(tile.fieldLevel, k.array(hint, t.cellOf(tile), {rows, cells}))
        .first->second;
  }

  void load(const TileLevel &tile) {
    const int left = tile.halo[0][0], low = tile.halo[1][0];
    const Term &window = declareWindow(tile);
    std::vector<Term> ownCells;
    if (tileParameters(t.plan).centreInRegister) {
      forEachRow([&](const Term &j) { takeOwn(tile, window[j + low][left].address(), j); });
      ownCells = {left, low, *tileX, *tileY};
    }
    t.load(tile, {*xTile - left, *yTile - low}, ownCells);
  }

  /// Emits the loads from global memory of the cells that the thread updates in its row `j` (from
  /// 0). `tile` has the field and its time level. The cells are stored at the address `own` in the
  /// thread's window (array in registers). Also emits a copy of these cells to the tile in shared
  /// memory, for other threads.
  void takeOwn(const TileLevel &tile, const Term &own, const Term &j) {
    std::vector<Term> arguments = {own};
    for (const Term &argument : t.fieldArguments(tile))
      arguments.push_back(argument);
    arguments.push_back(*x);
    arguments.push_back(*y0 + j);
    k.run(k.call(t.loads.ownCells(tile.fieldLevel.field), arguments, {sizes.cells}));
    const Term row = k.thread(Builtin::ThreadIndex, 1) * sizes.rows + j + tile.halo[1][0];
    const Term cell = k.number(tile.halo[0][0]) + k.thread(Builtin::ThreadIndex, 0) * sizes.cells;
    k.run(k.call(Primitive::Store, {t.array(tile)[row][cell].address(), own}, {sizes.cells}));
  }

  /// Emits the loads from global memory of the cells that the thread updates, into its window
  /// (array in registers). `tile` has the field and its time level. Updates read no other cells of
  /// this field, so that the tile is not in shared memory.
  void loadOwn(const TileLevel &tile) {
    const Term &window = declareWindow(tile);
    forEachRow([&](const Term &j) {
      const Term row = k.call(Primitive::Min, {*y0 + j, k.extent(1) - 1});
      const Term from = t.body.view(tile.fieldLevel).cell({select(*x < k.extent(0), *x, 0), row});
      k.run(k.call(Primitive::Load, {window[j], from.address()}, {sizes.cells}));
    });
  }

  /// Emits the loads of the thread's window (array in registers) from `tile` in shared memory. If
  /// the thread has already loaded the cells that it updates from global memory, these are left
  /// out.
  void loadAround(const TileLevel &tile) {
    const int left = tile.halo[0][0], right = tile.halo[0][1], low = tile.halo[1][0],
              high = tile.halo[1][1];
    const Term all = k.number(left) + sizes.cells + right;
    const Term from =
        k.variable(NameHint("", NameOfView{tile.fieldLevel.field, tile.fieldLevel.level}, "_from"),
                   {Type::Pointer, t.cellOf(tile).scalar, true},
                   t.array(tile)[k.thread(Builtin::ThreadIndex, 1) * sizes.rows]
                                [k.thread(Builtin::ThreadIndex, 0) * sizes.cells]
                                    .address());
    const auto part = [&](const Term &row, const Term &cell, const Term &rows, const Term &cells) {
      k.run(k.call(Primitive::LoadPart, {windows.at(tile.fieldLevel), from},
                   {sizes.cells, row, cell, rows, cells, tile.extents[0]}));
    };
    if (!tileParameters(t.plan).centreInRegister)
      return part(0, 0, k.number(low) + sizes.rows + high, all);
    if (low)
      part(0, 0, low, all);
    if (high)
      part(k.number(low) + sizes.rows, 0, high, all);
    if (left)
      part(low, 0, sizes.rows, left);
    if (right)
      part(low, k.number(left) + sizes.cells, sizes.rows, right);
  }

  // --- new cells --------------------------------------------------------------------------------

  void update() {
    news.declare({sizes.rows, sizes.cells});
    forEachRow([&](const Term &j) {
      const Term y = k.define("y", {Type::Int}, *y0 + j);
      k.forEach("i", 0, sizes.cells, Repeat::Unrolled, [&](const Term &i) {
        t.body.declareFrozen({*x + i, y});
        const KernelBody::Access access{
            .read = [&](const ir::Read &read) { return cellOf(read, j, i); },
            .place = nullptr,
            .position = [&](int axis) { return axis == 0 ? *x + i : y; },
            .reachesBeyond = true};
        news.update({j, i}, access,
                    [&](const ir::Stage &stage) { return t.body.frozenOf(stage.target); });
      });
    });
  }

  Term cellOf(const ir::Read &read, const Term &j, const Term &i) const {
    const analysis::FieldLevel fieldLevel{read.field, read.level};
    for (const TileLevel &tile : t.tiles.fieldLevels)
      if (tile.fieldLevel == fieldLevel)
        return windows.at(fieldLevel)[j + (tile.halo[1][0] + read.offset[1])]
                                     [i + (tile.halo[0][0] + read.offset[0])];
    llvm_unreachable("every field level of a kernel is among its tiles");
  }

  void store() {
    k.note("Cells beyond the grid are not stored.");
    forEachRow([&](const Term &j) {
      k.when(*y0 + j < k.bound(Bound::End, 1) && *x < k.extent(0), [&] {
        for (ir::FieldId field : t.kernel.stored) {
          const Term to = t.body.target(field).cell({*x, *y0 + j});
          k.run(k.call(Primitive::StoreRow, {to.address(), news.of(field)[j], k.extent(0) - *x},
                       {sizes.cells}));
        }
      });
    });
  }

  TileKernel t;
  Builder &k;
  const TileSizes sizes;
  NewCells news;
  std::optional<Term> tileX, tileY, xTile, x, yTile, y0;
  std::map<analysis::FieldLevel, Term> windows; // in registers
};

} // namespace

void lowerTile2d(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 Readers &readers) {
  const plan::KernelPlan &first = plan.kernels.front(); // all kernels have the same request
  const TileSizes sizes{
      moduleConstant(module, "kCells", first.cellsPerThread, "cells of a row per thread"),
      moduleConstant(module, "kRows", first.rowsPerThread(), "rows per thread")};
  const TileLoads loads(module, facts, first, readers);
  std::vector<MadeTile> kernels;
  for (std::size_t index = 0; index < plan.kernels.size(); ++index)
    kernels.push_back(
        WindowOfTile(module, facts, plan.kernels[index], index, readers, loads, sizes).build());
  launchTiles(module, facts, kernels, plan);
}

} // namespace stencilc::schedules
