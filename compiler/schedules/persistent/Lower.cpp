/// \file Lowering of schedule persistent: the loop over time steps, and the launch.
#include "schedules/persistent/Lower.h"
#include "schedules/persistent/TileFaces.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits one time step. `step` is the number of steps of the launch that are done. `round` is the
/// index of the step among those between two exchanges, from 0.
void emitStep(PersistentState &s, TileFaces &faces, const Term &step, const Term &round) {
  for (std::size_t index = 0; index < s.kernels.size(); ++index) {
    updateTile(s, index, step, round);
    faces.keepFrozen(index, step);
    s.meet();
    faces.fillNew(index, step);
  }
}

/// Adds the host function that launches `kernel`, whose blocks have a struct of type `shared` in
/// shared memory.
void lowerLaunch(Module &module, const PersistentShape &shape, FunctionId kernel, Type shared) {
  Builder k(module, Kind::Host, "launch",
            "Launches " + std::to_string(shape.steps) + " fused time steps.");
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
      k.define("meeting", {Type::Meeting}, step.invoke("meet", {tiles, shape.exchanges() + 1}));
  k.launch(kernel, {.threads = {shape.threads()},
                    .blocks = {tiles.invoke("count")},
                    .sharedBytes = k.sizeOf(shared),
                    .arguments = {tiles, meeting},
                    .waits = true,
                    .isCooperative = shape.exchanges() > 0});
}

} // namespace

void lowerPersistent(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan) {
  const auto &shape = plan.shapeAs<PersistentShape>();
  FunctionId kernel;
  Type shared;
  {
    PersistentState s(module, facts, plan);
    Builder &k = s.k;
    s.declareParams();
    s.declareTile();
    TileFaces faces(s);
    faces.declare();
    faces.fillAll(loadTile(s));
    const int rounds = shape.exchanges() + 1;
    const auto steps = [&](const Term &before, const Term &count) {
      k.forEach("i", 0, count, Repeat::Plain, [&](const Term &round) {
        const Term step = k.define("step", {Type::Int}, before + round, "steps done");
        emitStep(s, faces, step, round);
      });
    };
    if (rounds == 1)
      steps(0, shape.steps);
    else
      k.forEach("round", 0, rounds, Repeat::Plain, [&](const Term &round) {
        const Term before = k.define("before", {Type::Int}, round * shape.exchange);
        k.when(round >= 1, [&] {
          exchangeHalo(s, round, before);
          faces.fillLevels(before);
        });
        steps(before, shape.steps % shape.exchange
                          ? least(k, k.number(shape.exchange), k.number(shape.steps) - before)
                          : k.number(shape.exchange));
      });
    storeTile(s);
    kernel = k.id;
    shared = s.sharedType;
  }
  lowerLaunch(module, shape, kernel, shared);
}

} // namespace stencilc::schedules
