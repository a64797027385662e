/// \file Schedule wavefront as functions: the kernel, in which a thread takes its place in a tile,
/// and its tile a place in the grid.
#include "schedules/wavefront/Frozen.h"
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
        kind(k.templateConstant("kTiles", {Type::TileKind})), params(k, wave), extra(k, wave) {
    if (!shape.isUniform)
      k.function().doc += " One kernel for tiles at faces, one for all others: each has the "
                          "registers to itself.";
    k.function().bounds = {shape.plan.threads(), 1};
  }

  FunctionId build() {
    k.run(k.call(Primitive::LetNextStart, {}));
    shared = k.alias("shared", state.shared,
                     k.call(Primitive::SharedMemory, {}, {k.typeName(state.shared)}).target());
    tile = k.place("tile", state.tile);
    k.assign(at(state.warp), k.call(Primitive::WarpIndex, {}));
    k.assign(at(state.lane), k.call(Primitive::LaneIndex, {}));
    if (wave.isRank3())
      initBarriers();
    place = wave.isRank3() ? placeOfBlock(k, wave, kind, extra) : placeOfWarp(k, wave, extra, tile);
    takeThread();
    takeAcross();
    takePlanes();
    takeTensors();
    findFrozen();
    sweep();
    return k.id;
  }

private:
  Term at(VarId member) const { return tile.dot(member); }
  Term isKind(Known known) const { return kind == k.known(known); }

  void initBarriers() {
    k.when(k.thread(Builtin::ThreadIndex, 0) == 0, [&] {
      k.run(k.call(Primitive::InitBarrier, {shared.dot(state.turn), 32 * c.warps}));
      if (shape.plan.tensors)
        k.forEach("i", 0, c.arrivals, Repeat::Plain, [&](const Term &i) {
          k.run(k.call(Primitive::InitBarrier, {shared.dot(state.arrived)[i], 1}));
        });
      k.run(k.call(Primitive::FenceBarrierInit, {}));
    });
    k.run(k.call(Primitive::Barrier, {}));
  }

  /// The thread's rows of the tile, and the warps with the rows beside.
  void takeThread() {
    if (wave.isRank3()) {
      k.assign(at(state.team), 0);
      k.assign(at(state.row),
               shape.isUniform ? c.insetY + at(state.warp) * c.rows : at(state.warp) * c.rows);
    } else {
      k.assign(at(state.team), at(state.warp));
      k.assign(at(state.row), 0);
    }
    k.assign(at(state.below), k.call(Primitive::Max, {at(state.warp) - 1, 0}));
    k.assign(at(state.above), k.call(Primitive::Min, {at(state.warp) + 1, c.warps - 1}));
  }

  // --- across the sweep -------------------------------------------------------------------------

  void takeAcross() {
    const Term alongX = compileTime(k, "alongX", {Type::TileAxis}, c.tilesX);
    const Term column = place->column;
    Term left = alongX.invoke("begin", {column});
    if (shape.endsFlush) {
      std::vector<Term> arguments = {column, extra.columns, k.extent(0)};
      if (shape.shiftsCells)
        arguments.push_back(shape.unit);
      const char *const begin = shape.shiftsCells ? "shiftedBegin" : "flushBegin";
      left = select(isKind(Known::TilesFlush), alongX.invoke(begin, arguments), left);
    }
    k.assign(at(state.left), left);
    const Term cell = at(state.lane) * c.cells;
    k.assign(at(state.x),
             shape.isUniform ? at(state.left) + c.insetX + cell : at(state.left) + cell);
    k.assign(at(state.storedBegin), alongX.invoke("storedBegin", {column}));
    k.assign(at(state.storedEnd), alongX.invoke("storedEnd", {column, extra.columns, k.extent(0)}));
    wave.isRank3() ? takeRows() : k.assign(at(state.storedRows), 1);
  }
  void takeRows() {
    const Term alongY = compileTime(k, "alongY", {Type::TileAxis}, c.tilesY);
    const Term row = *place->row;
    Term bottom = alongY.invoke("begin", {row});
    if (shape.endsFlush)
      bottom = select(isKind(Known::TilesFlush),
                      alongY.invoke("flushBegin", {row, extra.rowsOfTiles, k.extent(1)}), bottom);
    k.assign(at(state.bottom), bottom);
    k.assign(at(state.y), at(state.bottom) + at(state.row));
    k.assign(at(state.storedRows), 0);
    k.forEach("j", 0, c.rows, Repeat::Plain, [&](const Term &j) {
      const Term y = at(state.y) + j;
      k.when(y >= alongY.invoke("storedBegin", {row}) &&
                 y < alongY.invoke("storedEnd", {row, extra.rowsOfTiles, k.extent(1)}),
             [&] { k.change(at(state.storedRows), How::Or, k.bits(1) << j); });
    });
  }

  // --- along it ---------------------------------------------------------------------------------

  void takePlanes() {
    const Term first = k.bound(Bound::Begin, wave.along);
    k.assign(at(state.planeBegin), first + place->begin);
    k.assign(at(state.planeEnd), first + place->end);
    if (wave.leavesRim()) {
      k.note("What the rim keeps is in memory already.");
      leaveRim();
    }
    if (!shape.endsFlush)
      return;
    if (shape.shiftsRims)
      k.assign(at(state.shift), k.braced({beyond(at(state.left) + c.tileX, 0),
                                          beyond(at(state.bottom) + c.tileY, 1)}));
    k.note("What the rim keeps is in memory already.");
    k.whenConstant(shape.shiftsRims ? !isKind(Known::TilesInside) : isKind(Known::TilesFlush), [&] {
      leaveRim();
      k.assign(at(state.storedBegin), at(state.storedBegin) / c.cells * c.cells);
    });
  }
  void leaveRim() { k.run(k.call(wave.leaveRim, {tile, params.grid})); }
  Term beyond(const Term &end, int axis) {
    return k.call(Primitive::Max, {end - k.extent(axis), 0});
  }

  /// Steps whose planes come by tensor loads, which give zero beyond the grid.
  void takeTensors() {
    if (!shape.plan.tensors)
      return;
    const TensorSteps steps = tensorSteps(wave);
    const Term first = k.call(wave.firstStep, {tile}), last = k.call(wave.lastStep, {tile});
    k.note(std::string("Tensor loads give zero beyond the grid, which ") + steps.why + ".");
    Term begin = first, end = last;
    if (!steps.areAll) {
      begin = k.call(Primitive::Max, {first, steps.first});
      end = k.call(Primitive::Min, {k.extent(2) + steps.last, last});
    }
    if (!steps.everywhere) {
      const auto inside = [&](const Term &low, const Term &cells, int axis) {
        return low >= 0 && k.extent(axis) >= low + cells;
      };
      const Term isWithin =
          k.define("isWithin", {Type::Bool},
                   inside(at(state.left), c.tileX, 0) && inside(at(state.bottom), c.tileY, 1));
      begin = select(isWithin, begin, 0);
      end = select(isWithin, end, 0);
    }
    k.assign(at(state.tensorBegin), begin);
    k.assign(at(state.tensorEnd), end);
  }

  // --- faces ------------------------------------------------------------------------------------

  /// Whether the tile asks about faces across the sweep; nothing if none does.
  std::optional<Term> atFaces() {
    if (shape.isUniform || (shape.endsFlush && shape.shiftsRims))
      return {};
    if (shape.endsFlush)
      return shape.shiftsCells ? !isKind(Known::TilesInside) : isKind(Known::TilesAtFaces);
    const Reach kept = keptCells(wave.program);
    const auto isNear = [&](const Term &low, const Term &cells, int axis) {
      return low < kept.low[axis] || k.extent(axis) - kept.high[axis] < low + cells;
    };
    Term any = isNear(at(state.left), c.tileX, 0);
    if (wave.isRank3())
      any = any || isNear(at(state.bottom), c.tileY, 1);
    return k.define("isEdge", {Type::Bool}, any);
  }
  void findFrozen() {
    isEdge = atFaces();
    if (!isEdge)
      return;
    const auto findAll = [&] {
      for (ir::StageId stage : wave.program.stages.ids())
        findFrozen(stage);
    };
    shape.endsFlush ? k.whenConstant(*isEdge, findAll) : k.when(*isEdge, findAll);
  }
  void findFrozen(ir::StageId stage) {
    const ir::FieldId field = wave.program.stages[stage].target;
    const auto mark = [&](int axis, const Wish &name, const Term &first, const Term &count,
                          const std::map<ir::FieldId, VarId> &masks) {
      std::vector<plan::FrozenFace> faces;
      for (const plan::FrozenFace &face : plan::frozenFaces(wave.facts, shape, stage))
        if (face.axis == axis)
          faces.push_back(face);
      if (faces.empty())
        return;
      k.forEach(name, 0, count, Repeat::Plain, [&](const Term &i) {
        std::vector<Term> any;
        for (const plan::FrozenFace &face : faces)
          any.push_back(k.face(first + i, axis, face.side, face.width));
        k.when(*anyOf(any), [&] { k.change(at(masks.at(field)), How::Or, k.bits(1) << i); });
      });
    };
    mark(0, "i", at(state.x), c.cells, state.frozenCells);
    if (wave.isRank3())
      mark(1, "j", at(state.y), c.rows, state.frozenRows);
  }

  void sweep() {
    std::vector<Term> arguments = params.all;
    arguments.insert(arguments.end(), {tile, shared});
    arguments.insert(arguments.end(), extra.maps.begin(), extra.maps.end());
    const auto call = [&] { k.run(k.call(wave.sweepChunk, arguments, {kind})); };
    if (isEdge && !shape.endsFlush)
      k.when(*isEdge == isKind(Known::TilesAtFaces), call);
    else
      call();
    if (shape.isUniform)
      return;
    k.note("What comes next needs both kernels.");
    k.when(isKind(Known::TilesInside) &&
               k.thread(Builtin::BlockIndex, 0) == k.thread(Builtin::GridSize, 0) - 1,
           [&] { k.run(k.call(Primitive::WaitForLast, {})); });
  }

  Wave &wave;
  const plan::WavefrontShape &shape;
  const WaveConstants &c;
  const WaveState &state;
  mutable Builder k;
  const Term kind;
  WaveParams params;
  const TileParams extra;
  Term shared = 0, tile = 0;
  std::optional<TileTerms> place;
  std::optional<Term> isEdge;
};

} // namespace

void lowerKernel(Wave &wave) { wave.kernel = WaveKernel(wave).build(); }

} // namespace stencilc::schedules
