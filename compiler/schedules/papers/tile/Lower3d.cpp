/// \file Lowering (emission of the kernels) of schedule tile3d, in which a thread updates one cell
/// from a tile in shared memory.
///
/// With halo=padded the arrays are larger than the block, and its first threads along each axis
/// also load the halo. With halo=overlap arrays and block have the same size, and threads at the
/// edge only load.
#include "plan/cost/LaunchGrid.h"
#include "schedules/papers/tile/Lower.h"
#include "schedules/papers/tile/TileKernel.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Builder of the GPU kernel whose threads update one cell each, from a tile with three axes in
/// shared memory.
class CellInTile {
public:
  CellInTile(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
             std::size_t index, const Readers &readers, const TileLoads &loads)
      : t(module, facts, plan, index, readers, loads), k(t.k),
        overlaps(llvm::any_of(tileParameters(plan).haloThreads,
                              [](int threads) { return threads > 0; })) {
    k.function().doc += ".";
  }

  MadeTile build() {
    for (int axis = 0; axis < kMaxAxes; ++axis)
      takePlace(axis);
    for (const TileLevel &tile : t.tiles.fieldLevels)
      if (tile.isShared)
        load(tile);
    t.wait();
    leaveToOthers();
    update();
    return t.made();
  }

private:
  void takePlace(int axis) {
    const std::string name = axisName(axis);
    k.together([&] {
      tile.push_back(k.define(name + "Tile", {Type::Int},
                              t.tileBegin(axis, k.thread(Builtin::BlockIndex, axis),
                                          static_cast<int>(plan::cellsOfBlock(t.plan, axis)))));
      cell.push_back(k.define(name, {Type::Int},
                              tile[axis] + k.thread(Builtin::ThreadIndex, axis) -
                                  (overlaps ? t.tiles.halo.low[axis] : 0)));
    });
  }

  void load(const TileLevel &of) {
    std::vector<Term> first; // with overlap all arrays are as large as the block
    for (int axis = 0; axis < kMaxAxes; ++axis)
      first.push_back(tile[axis] - (overlaps ? t.tiles.halo.low[axis] : of.halo[axis][0]));
    t.load(of, first);
  }

  /// Emits a return for threads that only load cells of the halo, and for threads whose cell lies
  /// beyond the grid.
  void leaveToOthers() {
    std::vector<Term> loads, beyond;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const Term thread = k.thread(Builtin::ThreadIndex, axis);
      if (overlaps && t.tiles.halo.low[axis])
        loads.push_back(thread < t.tiles.halo.low[axis]);
      if (overlaps && t.tiles.halo.high[axis])
        loads.push_back(thread >= t.plan.block[axis] - t.tiles.halo.high[axis]);
      beyond.push_back(cell[axis] >= k.bound(Bound::End, axis));
    }
    if (!loads.empty())
      k.when(*anyOf(loads), [&] { k.leave("this thread only loads"); });
    k.when(*anyOf(beyond), [&] { k.leave(); });
  }

  void update() {
    KernelBody::Accessors accessors;
    for (const TileLevel &of : t.tiles.fieldLevels)
      if (of.isShared)
        accessors.emplace(of.fieldLevel, k.define(KernelBody::accessorName(of.fieldLevel),
                                                  {Type::Auto}, accessor(of)));
    t.body.declareFrozen(cell);
    t.body.updateCell(cell, accessors);
  }

  /// Emits and returns a closure (lambda). It reads the tile `of` in shared memory, at an offset
  /// from the thread's cell.
  Term accessor(const TileLevel &of) {
    std::vector<Term> here;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      here.push_back(k.thread(Builtin::ThreadIndex, axis) + (overlaps ? 0 : of.halo[axis][0]));
    return t.body.accessor(
        here, [&](const std::vector<Term> &at) { k.give(t.array(of)[at[2]][at[1]][at[0]]); });
  }

  TileKernel t;
  Builder &k;
  const bool overlaps;
  std::vector<Term> tile, cell; // first cell of the block's tile; cell that this thread updates
};

} // namespace

void lowerTile3d(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 Readers &readers) {
  const TileLoads loads(module, facts, plan.kernels.front(), readers);
  std::vector<MadeTile> kernels;
  for (std::size_t index = 0; index < plan.kernels.size(); ++index)
    kernels.push_back(
        CellInTile(module, facts, plan.kernels[index], index, readers, loads).build());
  launchTiles(module, facts, kernels, plan);
}

} // namespace stencilc::schedules
