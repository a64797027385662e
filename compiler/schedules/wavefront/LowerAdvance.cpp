/// \file Schedule wavefront as functions: a step of the sweep. Every time step advances by one
/// plane: what needs no new cell first, then the chain of new cells through the time steps.
#include "plan/Faces.h"
#include "schedules/wavefront/Advance.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>

namespace stencilc::schedules {

using namespace kernel;

WaveStep::WaveStep(Builder &builder, Wave &wave, const WaveWaiting &members)
    : k(builder), wave(wave), state(wave.state), c(wave.c), members(members),
      tiles(wave.rank() == 1 ? k.truth(false) : k.templateConstant("kTiles", {Type::TileKind})),
      isEdge(k.templateConstant("kEdge", {Type::Bool})), params(k, wave),
      tile(k.reference("tile", wave.state.tile, {}, true)),
      shared(k.reference("shared", wave.state.shared)),
      waiting(k.reference("waiting", members.type)), clock(k.reference("clock", wave.state.clock)) {
  params.declareMaps();
}

Term WaveStep::lagOf(const Term &t, int by) const {
  return wave.shape.pipeline.lag == 1 ? t + by : t * c.lag + by;
}
Term WaveStep::planeOf(const Term &t, int by) const {
  return s - (wave.shape.pipeline.lag == 1 ? t : t * c.lag) - by;
}
Term WaveStep::firstX(const Term &plane) const {
  return isLine() ? k.call(wave.leftOf, {plane}) + firstCell() : get(state.x);
}
Term WaveStep::ringPlane(ir::FieldId field, const Term &age) const {
  const Term slot =
      k.call(Primitive::RingSlot, {clock.dot(state.slot.at(field)), age, c.ring.at(field)});
  return shared.dot(state.ring.at(field))[get(state.team)][slot];
}
Term WaveStep::newPlane(ir::FieldId field, const Term &step, const Term &count) const {
  return shared.dot(state.exchanged.at(field))[k.call(wave.planeSlot, {step, count})];
}

void WaveStep::readRow(const Term &to, const analysis::Stream &stream, const Term &row,
                       const Term &plane, const Term &isNearFaces) const {
  std::vector<Term> arguments = {to, params.reads.at(stream), params.grid};
  if (wave.faceUsesUniforms(stream.field))
    arguments.push_back(*params.uniforms);
  arguments.insert(arguments.end(), {tile, row, plane});
  k.run(k.call(wave.readRow.at(stream.field), arguments, {isNearFaces}));
}

namespace {

/// Writes the function.
class Advance {
public:
  Advance(Wave &wave, const WaveWaiting &members)
      : wave(wave), shape(wave.shape), c(wave.c), state(wave.state),
        k(wave.module, Kind::Helper, "advance",
          "One step of the sweep: every time step advances by one " +
              std::string(wave.planeName()) + "."),
        step(k, wave, members) {
    k.function().isAlwaysInline = true;
  }

  FunctionId build() {
    describeTile();
    takePlanes();
    for (const plan::StagePipeline &stage : shape.pipeline.stages)
      stages.push_back(std::make_unique<WaveStage>(step, stage));
    step.isWhole() ? wholePlanes() : rowByRow();
    age();
    return k.id;
  }

private:
  /// How the tile meets the faces of the grid, as far as the compiler knows it.
  void describeTile() {
    step.isEdgeTile = k.truth(false);
    if (step.isLine())
      return; // its tiles are asked one by one
    const Term isAtFaces = step.tiles == k.known(Known::TilesAtFaces);
    if (!shape.shiftsRims)
      step.isEdgeTile = compileTime(k, "kEdgeTile", {Type::Bool}, isAtFaces);
    if (shape.endsFlush) {
      const Term leaves = shape.shiftsRims ? step.tiles != k.known(Known::TilesInside)
                                           : step.tiles == k.known(Known::TilesFlush);
      step.leavesRim = compileTime(k, "kLeavesRim", {Type::Bool}, leaves);
    }
    if (!shape.shiftsRims) {
      step.shift = k.array("shift", {Type::NoShift}, {});
      return;
    }
    k.note(
        "Tiles at faces are as those that end with the grid, but for where the grid ends in them.");
    step.shift = k.array("shift",
                         instance(wave.module, Template::Select,
                                  {isAtFaces, Type{Type::RimShift}, Type{Type::NoShift}}),
                         {});
    k.whenConstant(isAtFaces, [&] { k.assign(step.shift, step.get(state.shift)); });
  }

  /// Waits for the plane of this step, and begins to bring one of a later step.
  void takePlanes() {
    const Term clockS = step.clock.dot(state.s), count = step.clock.dot(state.count);
    const bool hasCopies = !shape.onlyTensors || !shape.ownRings.empty();
    if (wave.isRank3())
      k.when(count >= 1,
             [&] { k.run(k.call(Primitive::Wait, {step.shared.dot(state.turn), count - 1})); });
    if (hasCopies)
      k.run(k.call(Primitive::WaitCopies, {}, {c.ahead - 1}));
    if (shape.plan.tensors)
      waitForTensors(clockS, count);
    k.run(k.call(Primitive::SyncWarp, {}));
    std::vector<Term> arguments = step.params.all;
    arguments.insert(arguments.end(), {step.tile, step.shared, clockS + c.ahead, count + c.ahead});
    for (const plan::Ring &ring : shape.rings)
      if (const auto map = step.params.maps.find(ring.field); map != step.params.maps.end())
        arguments.push_back(map->second);
    k.run(k.call(wave.fetch, arguments, {step.isEdgeTile || step.isEdge}));
    if (hasCopies)
      k.run(k.call(Primitive::CommitCopies, {}));
    if (wave.isRank3() && shape.exchangedSteps > 0 && !step.isWhole()) {
      step.now = k.define("now", {Type::Int}, count & 1);
      step.before = k.define("before", {Type::Int}, step.now ^ 1);
    }
    step.s = k.define("s", {Type::Int}, clockS);
  }
  void waitForTensors(const Term &s, const Term &count) {
    const Term begin = step.get(state.tensorBegin), end = step.get(state.tensorEnd);
    const Term isThere = s >= begin && s < end, number = s - begin;
    k.when((!step.isEdgeTile && !step.isEdge) || isThere, [&] {
      k.run(k.call(Primitive::Wait,
                   {step.shared.dot(state.arrived)[number % c.arrivals], number / c.arrivals}));
    });
    if (!plan::patchesFaces(wave.facts, shape))
      return;
    k.whenConstant(step.isEdgeTile, [&] {
      k.when(isThere, [&] {
        for (const plan::Ring &ring : shape.rings)
          if (wave.patch.count(ring.field))
            patch(ring, s, count);
        k.run(k.call(Primitive::FenceTensorLoads, {}));
      });
    });
  }
  void patch(const plan::Ring &ring, const Term &s, const Term &count) {
    const Term slot = count % c.ring.at(ring.field);
    std::vector<Term> arguments = {step.shared.dot(state.ring.at(ring.field))[k.number(0)][slot],
                                   step.params.grid};
    if (wave.faceUsesUniforms(ring.field))
      arguments.push_back(*step.params.uniforms);
    arguments.insert(arguments.end(), {step.tile, s - ring.arrival});
    k.run(k.call(wave.patch.at(ring.field), arguments));
  }

  void arrive() { k.run(k.call(Primitive::Arrive, {step.shared.dot(state.turn)})); }

  // --- whole planes are exchanged: all rows of a time step, then of the next one ----------------

  void wholePlanes() {
    const bool exchangesLast = shape.exchangedSteps == shape.plan.steps;
    k.forEach("t", 0, c.steps, Repeat::Unrolled, [&](const Term &t) {
      if (!exchangesLast)
        k.when(t == c.steps - 1, [&] { arrive(); }, "no other thread reads the last time step");
      if (stages.size() == 1 && stages.front()->isRowwise())
        stages.front()->rowwise(t);
      else
        wholeStages(t);
      for (const auto &stage : stages)
        stage->leaveRim(t);
    });
    if (exchangesLast) {
      k.note("Stages of other threads read the last time step.");
      arrive();
    }
  }
  void wholeStages(const Term &t) {
    for (const auto &stage : stages) {
      stage->sources.declareWindows(stage->rows());
      stage->sources.forEachWindow(
          stage->rows(), [&](const plan::WaveRow &own, const plan::WaveWindow &window) {
            k.forEach("at", -window.low, window.high, Repeat::Unrolled,
                      [&](const Term &at) { stage->sources.bringWindow(own, window, at, t); });
          });
    }
    k.forEach("j", 0, c.rows, Repeat::Unrolled, [&](const Term &j) {
      for (const auto &stage : stages)
        stage->sources.forEachWindow(stage->rows(),
                                     [&](const plan::WaveRow &own, const plan::WaveWindow &window) {
                                       stage->sources.bringWindow(own, window, j + window.high, t);
                                     });
      for (const auto &stage : stages)
        stage->late(t, j);
    });
  }

  // --- rows at edges are exchanged: all time steps of a row, then of the next one ---------------

  void rowByRow() {
    if (step.isLine())
      return timeSteps(k.number(0));
    for (const auto &stage : stages)
      stage->sources.declareSlides();
    const int edgeRows = std::max(shape.rowsLow, shape.rowsHigh);
    const int published = std::max(1, std::min(2 * edgeRows, shape.plan.rows));
    const bool reorders = wave.isRank3() && edgeRows > 0;
    k.forEach(
        reorders ? "n" : "j", 0, c.rows, Repeat::Unrolled,
        [&](const Term &n) {
          const Term j =
              reorders ? k.define("j", {Type::Int},
                                  select(n < c.edgeRows, c.rows - c.edgeRows + n, n - c.edgeRows))
                       : n;
          for (const auto &stage : stages)
            stage->sources.moveSlides(n, j);
          timeSteps(j);
          for (const auto &stage : stages)
            stage->sources.keepOldest(j);
          if (wave.isRank3())
            k.when(n == published - 1, [&] { arrive(); });
        },
        reorders ? "rows that other warps wait for come first" : "");
  }

  void timeSteps(const Term &j) {
    const bool hasEarly =
        llvm::any_of(stages, [](const auto &stage) { return stage->parts.hasEarly(); });
    const auto late = [&](const Term &t) {
      for (const auto &stage : stages)
        stage->late(t, j);
    };
    if (!hasEarly && step.isLine() && !takesNewest())
      return k.forEach(
          "n", 0, c.steps, Repeat::Unrolled,
          [&](const Term &n) { late(k.define("t", {Type::Int}, c.steps - 1 - n)); },
          "what has been read for the last time makes room");
    if (!hasEarly)
      return k.forEach("t", 0, c.steps, Repeat::Unrolled, late);
    for (const auto &stage : stages)
      stage->declareParts();
    const auto early = [&](const Term &t) {
      for (const auto &stage : stages)
        stage->early(t, j);
    };
    if (shape.plan.group >= shape.plan.steps) {
      k.forEach("t", 0, c.steps, Repeat::Unrolled, early);
      return k.forEach("t", 0, c.steps, Repeat::Unrolled, late);
    }
    k.forEachBy("first", 0, c.steps, c.group, Repeat::Unrolled, [&](const Term &first) {
      const Term end = k.call(Primitive::Min, {first + c.group, c.steps});
      k.forEach("t", first, end, Repeat::Unrolled, early);
      k.forEach("t", first, end, Repeat::Unrolled, late);
    });
  }

  bool takesNewest() const {
    return llvm::any_of(stages, [](const auto &stage) { return stage->takesNewest(); });
  }

  /// All planes are one step older.
  void age() {
    const auto ageRow = [&](const Term &t, const Term &j) {
      for (const auto &[field, member] : step.members.line)
        for (int age = oldestKept(wave, field); age > 0; --age) {
          const Term line = step.waiting.dot(member);
          step.copy(line[k.number(age)][t][j], line[k.number(age - 1)][t][j]);
        }
    };
    k.forEach(
        "t", 1, c.steps + 1, Repeat::Unrolled,
        [&](const Term &t) {
          k.forEach("j", 0, c.rows, Repeat::Unrolled, [&](const Term &j) { ageRow(t, j); });
        },
        "all " + std::string(wave.planeName()) + "s are one step older");
    k.change(step.clock.dot(state.s), How::Add, 1);
    k.change(step.clock.dot(state.count), How::Add, 1);
    const auto advance = [&](VarId slot, const Term &slots) {
      const Term now = step.clock.dot(slot);
      k.assign(now, select(now + 1 == slots, 0, now + 1));
    };
    for (const auto &[field, slot] : state.slot)
      advance(slot, c.ring.at(field));
    for (const auto &[stream, slot] : state.ownSlot)
      advance(slot, c.own.at(stream));
  }

  Wave &wave;
  const plan::WavefrontShape &shape;
  const WaveConstants &c;
  const WaveState &state;
  Builder k;
  WaveStep step;
  std::vector<std::unique_ptr<WaveStage>> stages;
};

} // namespace

void lowerAdvance(Wave &wave) {
  const WaveWaiting members = declareWaiting(wave);
  wave.advance = Advance(wave, members).build();
}

} // namespace stencilc::schedules
