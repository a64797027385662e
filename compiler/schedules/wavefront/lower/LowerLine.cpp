/// \file Emits a wavefront kernel for programs of one axis, and the host function that launches it.
///
/// With one axis, each warp moves from tile to tile along its part of the axis. Kernels for more
/// axes move from plane to plane.
#include "schedules/wavefront/lower/Places.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits the function `run` for programs of one axis. With it a warp sweeps its part of the axis
/// from tile to tile.
class LineSweep {
public:
  explicit LineSweep(Wave &wave)
      : wave(wave), shape(wave.shape), c(wave.c),
        f(wave, "run", "Sweeps the part of the line that belongs to this warp."), k(f.k),
        s(wave.at(wave.state.clock.s)), atOnce(shape.skew->lag > 0 ? 2 : 1) {}

  FunctionId build() {
    k.assign(s, at(wave.state.tile.planeBegin) + shape.sweep.firstArrival);
    const Term steps =
        compileTime(k, "kLast", {Type::Int}, (c.steps - 1) * c.lag + shape.skew->lastOut);
    const Term end = k.define("end", {Type::Int}, at(wave.state.tile.planeEnd) + steps);
    k.forEach("ahead", 0, c.ahead, Repeat::Rolled, [&](const Term &ahead) {
      k.run(k.call(wave.functions.fetch, {s + ahead, ahead}, {k.truth(true)}));
      k.run(k.call(Primitive::CommitCopies, {}));
    });
    byPlace(steps, end);
    return k.id;
  }

private:
  Term at(VarId member) const { return wave.at(member); }
  /// Emits the calls of `advance` for one loop iteration: one or two steps of the sweep. `isEdge`
  /// is true for steps near an end of the axis, which test for the boundary.
  void advance(bool isEdge) {
    for (int step = 0; step < atOnce; ++step)
      k.run(k.call(wave.functions.advance, {}, {k.truth(isEdge)}));
  }

  /// Emits the steps of the sweep as an outer loop around two loops: one with tests for the ends of
  /// the axis, and one without. The first round executes the steps near the low end and in the
  /// middle, the second round those near the high end. `end` is the exclusive end of the steps.
  /// `steps` is the number of tiles by which the last update trails the newest loaded tile.
  void byPlace(const Term &steps, const Term &end) {
    const Term insideBegin = at(wave.state.tiles.insideBegin),
               insideEnd = at(wave.state.tiles.insideEnd);
    k.note("Steps away from the ends of the line need no tests for the boundary. If steps go in "
           "pairs, a surplus step stores nothing.");
    const Term begin =
        k.define("begin", {Type::Int},
                 select(at(wave.state.tile.planeBegin) >= insideBegin, s, insideBegin + steps));
    int arrival = shape.loads.rings.front().arrival;
    for (const Ring &ring : shape.loads.rings)
      arrival = std::min(arrival, ring.arrival);
    const Term loaded =
        k.call(Primitive::Min, {shape.skew->firstPart, k.number(arrival) - c.ahead});
    const Term last = k.define("last", {Type::Int},
                               select(insideEnd >= at(wave.state.tile.planeEnd), end + (atOnce - 1),
                                      k.call(Primitive::Min, {end, insideEnd + loaded})));
    const Term until = k.variable("until", {Type::Int}, k.call(Primitive::Min, {end, begin}));
    k.repeatWhile(s < end, Repeat::Rolled, [&] {
      k.repeatWhile(s < until, Repeat::Rolled, [&] { advance(true); });
      k.repeatWhile(s + (atOnce - 1) < last, Repeat::Rolled, [&] { advance(false); });
      k.assign(until, end);
    });
  }

  Wave &wave;
  const WavefrontShape &shape;
  const WaveConstants &c;
  WaveFunction f;
  Builder &k;
  const Term s;
  const int atOnce; // steps per iteration; with two, no registers are moved
};

/// Emits the kernel function of a wavefront for programs of one axis. Returns its handle.
FunctionId lowerLineKernel(Wave &wave) {
  const WaveState &state = wave.state;
  Builder k(
      wave.module, Kind::Kernel, "wavefront",
      "Computes kSteps time steps. Each warp has a part of the line, cut into overlapping tiles.");
  k.function().bounds = {wave.shape.plan.threads(), 1};
  KernelParams params(k, wave);
  const Term planes = k.param("planes", {Type::Int}),
             insideBegin = k.param("insideBegin", {Type::Int}),
             insideEnd = k.param("insideEnd", {Type::Int}), chunks = k.param("chunks", {Type::Int});
  const Term sweep = params.makeSweep();
  const Term chunk = k.define("chunk", {Type::Int},
                              sweep.dot(state.thread.team) * k.thread(Builtin::GridSize, 0) +
                                  k.thread(Builtin::BlockIndex, 0),
                              "a few chunks are spread over all blocks");
  k.when(chunk >= chunks, [&] { k.leave(); });
  k.assign(sweep.dot(state.thread.x), k.extent(0));
  k.assign(sweep.dot(state.tiles.planes), planes);
  k.assign(sweep.dot(state.tile.planeBegin),
           k.call(Primitive::ChunkBegin, {planes, chunk, chunks}));
  k.assign(sweep.dot(state.tile.planeEnd),
           k.call(Primitive::ChunkBegin, {planes, chunk + 1, chunks}));
  k.assign(sweep.dot(state.tiles.insideBegin), insideBegin);
  k.assign(sweep.dot(state.tiles.insideEnd), insideEnd);
  k.run(k.callOn(sweep, wave.functions.run));
  return k.id;
}

/// Emits the host function that launches the wavefront kernel of a program of one axis.
void launchLine(Wave &wave) {
  const WaveConstants &c = wave.c;
  Builder k(wave.module, Kind::Host, "launch", "Launches kSteps fused time steps.");
  const Term step = k.stepParam(false);
  k.define("g", {Type::Grid}, step.invoke("grid"));
  const Term nx = k.extent(0);
  const Term planes = k.define("planes", {Type::Int}, c.tilesX.invoke("count", {nx}));
  const Term atOnce = k.define("blocksAtOnce", {Type::Int}, step.invoke("multiprocessors"));
  const Term insideBegin = k.define(
      "insideBegin", {Type::Int}, c.tilesX.invoke("firstFrom", {wave.methods.layer(0, Side::Low)}));
  const Term insideEnd = k.define(
      "insideEnd", {Type::Int},
      c.tilesX.invoke("firstFrom", {nx - wave.methods.layer(0, Side::High) - c.tileX + 1}));
  const int asked = wave.shape.plan.chunks;
  const Term chunks =
      k.define("chunks", {Type::Int},
               k.call(Primitive::Min, {asked ? Term(asked) : atOnce * c.warps, planes}));
  const Term blocks =
      k.define("blocks", {Type::Int},
               k.call(Primitive::Max, {k.call(Primitive::Min, {chunks, atOnce}),
                                       k.call(Primitive::CeilDiv, {chunks, c.warps})}));
  k.launch(wave.functions.kernel, {.threads = {wave.shape.plan.lanes * c.warps},
                                   .blocks = {blocks},
                                   .sharedBytes = k.sizeOf(wave.state.shared.type),
                                   .arguments = {planes, insideBegin, insideEnd, chunks},
                                   .waits = true});
}

} // namespace

void lowerLine(Wave &wave) {
  wave.functions.run = LineSweep(wave).build();
  wave.functions.kernel = lowerLineKernel(wave);
  launchLine(wave);
}

} // namespace stencilc::schedules
