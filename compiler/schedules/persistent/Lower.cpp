/// \file Lowering of schedule persistent: the loop over time steps, and the launch.
#include "schedules/persistent/Lower.h"
#include "schedules/persistent/TileFaces.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits one time step. `step` is the number of steps of the launch that are done. `inRound` is the
/// index of the step in its round (the steps between two exchanges).
void emitStep(PersistentState &s, TileFaces &faces, const Term &step, const Term &inRound) {
  for (std::size_t index = 0; index < s.kernels.size(); ++index) {
    updateTile(s, index, step, inRound);
    faces.keepFrozen(index, step);
    s.meet();
    faces.fillNew(index, step);
    if (s.recordsReceivers)
      recordReceivers(s, index, step);
  }
}

/// Emits the time steps of a launch of several blocks: rounds of `PersistentShape::exchange` steps,
/// with an exchange before each round but the first. If the number of steps is not a multiple of
/// that, the first round leaves out its first steps. The halo is then wider than needed.
void emitRounds(PersistentState &s, TileFaces &faces) {
  Builder &k = s.k;
  const int exchange = s.shape.exchange;
  s.rounds = k.define("rounds", {Type::Int}, (*s.count + (exchange - 1)) / exchange);
  const Term first = k.define("first", {Type::Int}, *s.rounds * exchange - *s.count,
                              "steps that the first round leaves out");
  k.forEach("round", 0, *s.rounds, Repeat::Plain, [&](const Term &round) {
    const Term before = k.define("before", {Type::Int}, round * exchange - first);
    k.when(round >= 1, [&] {
      exchangeHalo(s, round, before);
      faces.fillLevels(before);
    });
    k.forEach("i", select(round == 0, first, 0), exchange, Repeat::Plain, [&](const Term &i) {
      const Term step = k.define("step", {Type::Int}, before + i, "steps done");
      emitStep(s, faces, step, i);
    });
  });
}

/// Adds the host function that launches `kernel`, whose blocks have a struct of type `shared` in
/// shared memory.
void lowerLaunch(Module &module, const PersistentShape &shape, FunctionId kernel, Type shared) {
  Builder k(module, Kind::Host, "launch",
            "Launches up to " + std::to_string(shape.steps) + " fused time steps.");
  const Term step = k.stepParam(false);
  const Term grid = k.define("g", {Type::Grid}, step.invoke("grid"));
  std::vector<Term> tile, halo;
  int whole = 0, round = 0;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    tile.push_back(k.number(axis < shape.rank ? shape.tile[axis] : 1));
    halo.push_back(k.number(std::max(shape.halo.low[axis], shape.halo.high[axis])));
    whole |= shape.isWhole(axis) << axis;
    round |= shape.isRound[axis] << axis;
  }
  const Term tiles =
      k.define("tiles", {Type::TileGrid},
               step.invoke("divide", {k.call(Primitive::CutGrid, {grid, k.braced(tile),
                                                                  k.braced(halo), whole, round})}));
  const Term meeting =
      k.define("meeting", {Type::Meeting}, step.invoke("meet", {tiles, shape.mostExchanges() + 1}));
  k.launch(kernel, {.threads = {shape.threads()},
                    .blocks = {tiles.invoke("count")},
                    .sharedBytes = k.sizeOf(shared),
                    .arguments = {tiles, meeting, step.invoke("count")},
                    .waits = true,
                    .isCooperative = shape.blocks() > 1});
}

} // namespace

void lowerPersistent(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
                     bool recordsReceivers) {
  const auto &shape = plan.shapeAs<PersistentShape>();
  FunctionId kernel;
  Type shared;
  {
    PersistentState s(module, facts, plan, recordsReceivers);
    Builder &k = s.k;
    s.declareParams();
    s.declareTile();
    TileFaces faces(s);
    faces.declare();
    faces.fillAll(loadTile(s));
    if (shape.blocks() == 1)
      k.forEach("step", 0, *s.count, Repeat::Plain,
                [&](const Term &step) { emitStep(s, faces, step, step); });
    else
      emitRounds(s, faces);
    storeTile(s);
    kernel = k.id;
    shared = s.sharedType;
  }
  lowerLaunch(module, shape, kernel, shared);
}

} // namespace stencilc::schedules
