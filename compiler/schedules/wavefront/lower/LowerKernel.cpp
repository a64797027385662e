/// \file Emits the kernel function of a wavefront with two or three axes.
///
/// The emitted kernel sets the positions of a tile and its threads, and runs the sweep.
#include "schedules/wavefront/lower/Lower.h"
#include "schedules/wavefront/lower/Places.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits the kernel function of a wavefront with two or three axes.
class WaveKernel {
public:
  explicit WaveKernel(Wave &wave)
      : wave(wave), shape(wave.shape), c(wave.c), state(wave.state),
        k(wave.module, Kind::Kernel, "wavefront",
          "Computes kSteps time steps. Overlapping tiles are swept over chunks of the last axis."),
        params(k, wave), extra(k, wave) {
    params.kind = k.templateConstant("kTiles", {Type::TileKind});
    params.declareMaps();
    if (!shape.tile.isUniform)
      k.function().doc += " Tiles at faces have a kernel of their own, with its own registers.";
    k.function().bounds = {shape.plan.threads(), 1};
  }

  FunctionId build() {
    k.run(k.call(Primitive::LetNextStart, {}));
    if (wave.sharesColumns()) {
      SharedColumns columns(k, wave, *params.kind, extra);
      sweep = params.makeSweep();
      columns.forEachPart([&](const TileTerms &place) {
        takePlace(place);
        k.run(k.callOn(sweep, wave.functions.run));
      });
      waitForOuter();
      return k.id;
    }
    const std::optional<FunctionId> preparation = wave.methods.preparation();
    std::optional<TileTerms> place;
    if (!wave.isRank3())
      place = placeOfWarp(k, wave, extra);
    sweep = params.makeSweep();
    if (wave.isRank3()) {
      if (!preparation)
        initBarriers();
      place = placeOfBlock(k, wave, *params.kind, extra);
    }
    takePlace(*place);
    if (preparation) {
      k.whenConstant(isKind(Known::TilesAtFaces), [&] { k.run(k.callOn(sweep, *preparation)); });
      initBarriers();
    }
    markCells();
    runSweep();
    if (!shape.tile.isUniform)
      waitForOuter();
    return k.id;
  }

private:
  /// Emits the code that sets the positions of a tile and of the thread in it, and the planes to
  /// store. `place` has the indices of the tile and its range of planes, counted from the first
  /// plane of the launch.
  void takePlace(const TileTerms &place) {
    std::vector<Term> where = {place.column, extra.columns};
    const Term first = k.bound(Bound::Begin, wave.along);
    const Term begin = first + place.begin, end = first + place.end;
    if (wave.isRank3())
      where.insert(where.end(), {*place.row, extra.rowsOfTiles, begin, end});
    k.run(k.callOn(sweep, wave.functions.takePlace, where));
    if (!wave.isRank3()) { // arguments would be computed early and occupy registers
      k.assign(at(state.tile.planeBegin), begin);
      k.assign(at(state.tile.planeEnd), end);
    }
  }

  Term at(VarId member) const { return sweep.dot(member); }
  Term isKind(Known known) const { return *params.kind == k.known(known); }

  void initBarriers() {
    const Term shared = params.shared;
    std::vector<Term> barriers = {shared.dot(state.shared.turn), shape.plan.lanes * c.warps};
    if (shape.plan.tensors())
      barriers.push_back(shared.dot(state.shared.arrived));
    k.run(k.call(Primitive::StartBarriers, barriers));
  }

  /// Emits the test whether the tile contains cells near faces of x or y that boundary methods
  /// treat in a special way. Returns the expression of its result, or `nullopt` if the kind of the
  /// kernel's tiles decides this without a test.
  std::optional<Term> atFaces() {
    if (shape.tile.isUniform || shape.tile.endsFlush)
      return {};
    const auto isNear = [&](const Term &low, const Term &cells, int axis) {
      const auto width = [&](Side side) { return wave.methods.layer(axis, side); };
      return low < width(Side::Low) || k.extent(axis) - width(Side::High) < low + cells;
    };
    Term any = isNear(at(state.tile.left), c.tileX, 0);
    if (wave.isRank3())
      any = any || isNear(at(state.tile.bottom), c.tileY, 1);
    return k.define("isEdge", {Type::Bool}, any);
  }
  void markCells() {
    isEdge = atFaces();
    const std::optional<FunctionId> marking = wave.methods.marking();
    if (isEdge && marking)
      k.when(*isEdge, [&] { k.run(k.callOn(sweep, *marking)); });
  }

  void runSweep() {
    const auto run = [&] { k.run(k.callOn(sweep, wave.functions.run)); };
    if (isEdge)
      k.when(*isEdge == isKind(Known::TilesAtFaces), run);
    else
      run();
  }
  /// Emits code with which the kernel of inner tiles waits, in its last block, until the boundary
  /// kernel (the kernel of tiles at faces) has ended. The next launch then needs to wait only for
  /// the kernel of inner tiles.
  void waitForOuter() {
    k.note("The next launch needs the results of both kernels.");
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

void lowerKernel(Wave &wave) { wave.functions.kernel = WaveKernel(wave).build(); }

} // namespace stencilc::schedules
