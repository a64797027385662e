/// \file Schedule wavefront as functions: the kernel, in which a thread takes its place in a tile,
/// and its tile a place in the grid.
#include "schedules/wavefront/Lower.h"
#include "schedules/wavefront/Places.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Writes the kernel.
class WaveKernel {
public:
  explicit WaveKernel(Wave &wave)
      : wave(wave), shape(wave.shape), c(wave.c), state(wave.state),
        k(wave.module, Kind::Kernel, "wavefront",
          "kSteps time steps: overlapping tiles, each swept over a chunk of the last axis."),
        params(k, wave), extra(k, wave) {
    params.kind = k.templateConstant("kTiles", {Type::TileKind});
    params.declareMaps();
    if (!shape.isUniform)
      k.function().doc += " One kernel for tiles at faces, one for all others: each has the "
                          "registers to itself.";
    k.function().bounds = {shape.plan.threads(), 1};
  }

  FunctionId build() {
    k.run(k.call(Primitive::LetNextStart, {}));
    std::optional<TileTerms> place;
    if (!wave.isRank3())
      place = placeOfWarp(k, wave, *params.kind, extra);
    sweep = params.makeSweep();
    if (wave.isRank3()) {
      initBarriers();
      place = placeOfBlock(k, wave, *params.kind, extra);
    }
    k.run(k.callOn(sweep, wave.takeAcross, {place->column, extra.columns}));
    if (wave.isRank3())
      k.run(k.callOn(sweep, wave.takeRows, {*place->row, extra.rowsOfTiles}));
    const Term first = k.bound(Bound::Begin, wave.along);
    k.assign(at(state.planeBegin), first + place->begin);
    k.assign(at(state.planeEnd), first + place->end);
    skipFrozen();
    if (wave.storesPieces())
      k.when(at(state.x) < at(state.storedBegin) || at(state.x) >= at(state.storedEnd),
             [&] { k.assign(at(state.storedRows), 0); });
    if (shape.plan.tensors)
      k.run(k.callOn(sweep, wave.takeTensors));
    findFrozen();
    runSweep();
    return k.id;
  }

private:
  Term at(VarId member) const { return sweep.dot(member); }
  Term isKind(Known known) const { return *params.kind == k.known(known); }

  void initBarriers() {
    const Term shared = params.shared;
    k.when(k.thread(Builtin::ThreadIndex, 0) == 0, [&] {
      k.run(k.call(Primitive::InitBarrier, {shared.dot(state.turn), shape.plan.lanes * c.warps}));
      if (shape.plan.tensors)
        k.forEach("i", 0, c.arrivals, Repeat::Plain, [&](const Term &i) {
          k.run(k.call(Primitive::InitBarrier, {shared.dot(state.arrived)[i], 1}));
        });
      k.run(k.call(Primitive::FenceBarrierInit, {}));
    });
    k.run(k.call(Primitive::Barrier, {}));
  }

  void skipFrozen() {
    const auto leave = [&] { k.run(k.callOn(sweep, wave.skipFrozen)); };
    if (wave.skipsFrozen())
      leave();
    if (!shape.leavesFrozen)
      return;
    if (shape.shiftsFrozen)
      k.whenConstant(isKind(Known::TilesAtFaces), [&] {
        k.assign(at(state.shift), k.braced({beyond(at(state.left) + c.tileX, 0),
                                            beyond(at(state.bottom) + c.tileY, 1)}));
      });
    k.whenConstant(shape.shiftsFrozen ? !isKind(Known::TilesInside) : isKind(Known::TilesFlush),
                   [&] {
                     leave();
                     k.assign(at(state.storedBegin), at(state.storedBegin) / c.cells * c.cells);
                   });
  }
  Term beyond(const Term &end, int axis) {
    return k.call(Primitive::Max, {end - k.extent(axis), 0});
  }

  /// Whether the tile asks about faces across the sweep; nothing if none does.
  std::optional<Term> atFaces() {
    if (shape.isUniform || (shape.endsFlush && shape.shiftsFrozen))
      return {};
    if (shape.endsFlush)
      return shape.shiftsCells ? !isKind(Known::TilesInside) : isKind(Known::TilesAtFaces);
    const Reach frozen = frozenLayer(wave.program);
    const auto isNear = [&](const Term &low, const Term &cells, int axis) {
      return low < frozen.low[axis] || k.extent(axis) - frozen.high[axis] < low + cells;
    };
    Term any = isNear(at(state.left), c.tileX, 0);
    if (wave.isRank3())
      any = any || isNear(at(state.bottom), c.tileY, 1);
    return k.define("isEdge", {Type::Bool}, any);
  }
  void findFrozen() {
    isEdge = atFaces();
    if (!isEdge || !wave.findFrozen.valid())
      return;
    const auto find = [&] { k.run(k.callOn(sweep, wave.findFrozen)); };
    shape.endsFlush ? k.whenConstant(*isEdge, find) : k.when(*isEdge, find);
  }

  void runSweep() {
    const auto run = [&] { k.run(k.callOn(sweep, wave.run)); };
    if (isEdge && !shape.endsFlush)
      k.when(*isEdge == isKind(Known::TilesAtFaces), run);
    else
      run();
    if (shape.isUniform)
      return;
    k.note("What comes next needs both kernels.");
    k.when(isKind(Known::TilesInside) &&
               k.thread(Builtin::BlockIndex, 0) == k.thread(Builtin::GridSize, 0) - 1,
           [&] { k.run(k.call(Primitive::WaitForLast, {})); });
  }

  Wave &wave;
  const WavefrontShape &shape;
  const WaveConstants &c;
  const WaveState &state;
  mutable Builder k;
  KernelParams params;
  const TileParams extra;
  Term sweep = 0;
  std::optional<Term> isEdge;
};

} // namespace

void lowerKernel(Wave &wave) { wave.kernel = WaveKernel(wave).build(); }

} // namespace stencilc::schedules
