/// \file Schedule wavefront as functions: how a thread takes its place in the grid.
#include "schedules/wavefront/Frozen.h"
#include "schedules/wavefront/Lower.h"
#include "schedules/wavefront/Places.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Writes the functions.
class TakePlace {
public:
  explicit TakePlace(Wave &wave) : wave(wave), shape(wave.shape), c(wave.c), state(wave.state) {}

  void build() {
    wave.takeAcross = lowerAcross();
    if (wave.isRank3())
      wave.takeRows = lowerRows();
    if (shape.plan.tensors)
      wave.takeTensors = lowerTensors();
    if (hasFrozen())
      wave.findFrozen = lowerFrozen();
  }

private:
  Term at(VarId member) const { return wave.at(member); }

  FunctionId lowerAcross() {
    WaveFunction f(wave, "takeColumn",
                   "Takes a place along x: of a tile, and of the thread in it.");
    Builder &k = f.k;
    const Term column = k.param("column", {Type::Int}), columns = k.param("columns", {Type::Int});
    const Term tiles = compileTime(k, "tiles", {Type::TileAxis}, c.tilesX);
    Term left = tiles.invoke("begin", {column});
    if (shape.endsFlush) {
      std::vector<Term> arguments = {column, columns, k.extent(0)};
      if (shape.shiftsCells)
        arguments.push_back(shape.unit);
      const char *const begin = shape.shiftsCells ? "shiftedBegin" : "flushBegin";
      left = select(wave.isFlush(), tiles.invoke(begin, arguments), left);
    }
    k.assign(at(state.left), left);
    const Term cell = at(state.lane) * c.cells;
    k.assign(at(state.x),
             shape.isUniform ? at(state.left) + c.insetX + cell : at(state.left) + cell);
    k.assign(at(state.storedBegin), tiles.invoke("storedBegin", {column}));
    k.assign(at(state.storedEnd), tiles.invoke("storedEnd", {column, columns, k.extent(0)}));
    if (!wave.isRank3())
      k.assign(at(state.storedRows), 1);
    return k.id;
  }

  FunctionId lowerRows() {
    WaveFunction f(wave, "takeRows", "The same along y.");
    Builder &k = f.k;
    const Term row = k.param("rowOfTiles", {Type::Int}), rows = k.param("rowsOfTiles", {Type::Int});
    const Term tiles = compileTime(k, "tiles", {Type::TileAxis}, c.tilesY);
    Term bottom = tiles.invoke("begin", {row});
    if (shape.endsFlush)
      bottom = select(wave.isFlush(), tiles.invoke("flushBegin", {row, rows, k.extent(1)}), bottom);
    k.assign(at(state.bottom), bottom);
    k.assign(at(state.y), at(state.bottom) + at(state.row));
    k.forEach("j", 0, c.rows, Repeat::Plain, [&](const Term &j) {
      const Term y = at(state.y) + j;
      k.when(y >= tiles.invoke("storedBegin", {row}) &&
                 y < tiles.invoke("storedEnd", {row, rows, k.extent(1)}),
             [&] { k.change(at(state.storedRows), How::Or, k.bits(1) << j); });
    });
    return k.id;
  }

  /// Steps whose planes come by tensor loads, which give zero beyond the grid.
  FunctionId lowerTensors() {
    const TensorSteps steps = tensorSteps(wave);
    WaveFunction f(wave, "takeTensors",
                   std::string("Tensor loads give zero beyond the grid, which ") + steps.why + ".");
    Builder &k = f.k;
    const Term first = k.call(wave.firstStep, {}), last = k.call(wave.lastStep, {});
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
    if (!wave.countsTensors())
      k.assign(at(state.tensorBegin), begin);
    k.assign(at(state.tensorEnd), end);
    return k.id;
  }

  bool hasFrozen() const {
    for (ir::StageId stage : wave.program.stages.ids())
      for (const FrozenFace &face : frozenFaces(wave.facts, shape, stage))
        if (face.axis != wave.along)
          return true;
    return false;
  }
  FunctionId lowerFrozen() {
    WaveFunction f(wave, "findFrozen", "Finds the frozen cells of the thread.");
    for (ir::StageId stage : wave.program.stages.ids())
      findFrozen(f.k, stage);
    return f.k.id;
  }
  /// Rows beyond faces are written by those that they repeat, whatever their own cells are.
  static Term isFrozenAt(Builder &k, const FrozenFace &face, const Term &cell) {
    const Term isNear = k.face(cell, face.axis, face.side, face.width);
    if (!face.isRepeated || face.axis != 0)
      return isNear;
    return isNear && k.face(cell, face.axis, face.side, 0, /*isInside=*/true);
  }
  void findFrozen(Builder &k, ir::StageId stage) {
    const ir::FieldId field = wave.program.stages[stage].target;
    const auto mark = [&](int axis, const Wish &name, const Term &first, const Term &count,
                          const std::map<ir::FieldId, VarId> &masks) {
      std::vector<Term> any;
      k.forEach(name, 0, count, Repeat::Plain, [&](const Term &i) {
        for (const FrozenFace &face : frozenFaces(wave.facts, shape, stage))
          if (face.axis == axis)
            any.push_back(isFrozenAt(k, face, first + i));
        if (!any.empty())
          k.when(*anyOf(any), [&] { k.change(at(masks.at(field)), How::Or, k.bits(1) << i); });
      });
    };
    mark(0, "i", at(state.x), c.cells, state.frozenCells);
    if (wave.isRank3())
      mark(1, "j", at(state.y), c.rows, state.frozenRows);
  }

  Wave &wave;
  const WavefrontShape &shape;
  const WaveConstants &c;
  const WaveState &state;
};

} // namespace

void lowerPlace(Wave &wave) { TakePlace(wave).build(); }

} // namespace stencilc::schedules
