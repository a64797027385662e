/// \file Schedule wavefront as functions, along one axis: the kernel, whose warps go along parts of
/// a line from tile to tile, and its launch. Tiles take the place of planes.
#include "schedules/wavefront/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Writes the kernel.
class LineKernel {
public:
  explicit LineKernel(Wave &wave)
      : wave(wave), shape(wave.shape), c(wave.c),
        k(wave.module, Kind::Kernel, "wavefront",
          "kSteps time steps: each warp has a part of the line, cut into overlapping tiles."),
        params(k, wave), planes(k.param("planes", {Type::Int})),
        insideBegin(k.param("insideBegin", {Type::Int})),
        insideEnd(k.param("insideEnd", {Type::Int})), chunks(k.param("chunks", {Type::Int})),
        atOnce(shape.pipeline.lag > 0 ? 2 : 1) {
    k.function().bounds = {shape.plan.threads(), 1};
  }

  FunctionId build() {
    shared = k.alias("shared", wave.state.shared,
                     k.call(Primitive::SharedMemory, {}, {k.typeName(wave.state.shared)}).target());
    takePart();
    waiting = k.variable("waiting", wave.state.waiting, k.braced({}));
    clock = k.place("clock", wave.state.clock);
    s = clock.dot(wave.state.s);
    k.assign(s, at(wave.state.planeBegin) + shape.firstArrival);
    sweep();
    return k.id;
  }

private:
  void takePart() {
    tile = k.place("tile", wave.state.tile);
    k.assign(at(wave.state.team), k.call(Primitive::WarpIndex, {}));
    k.assign(at(wave.state.lane), k.call(Primitive::LaneIndex, {}));
    const Term chunk = k.define("chunk", {Type::Int},
                                at(wave.state.team) * k.thread(Builtin::GridSize, 0) +
                                    k.thread(Builtin::BlockIndex, 0),
                                "a few of them are spread over all blocks");
    k.when(chunk >= chunks, [&] { k.leave(); });
    k.assign(at(wave.state.x), k.extent(0));
    k.assign(at(wave.state.planes), planes);
    k.assign(at(wave.state.planeBegin), k.call(Primitive::ChunkBegin, {planes, chunk, chunks}));
    k.assign(at(wave.state.planeEnd), k.call(Primitive::ChunkBegin, {planes, chunk + 1, chunks}));
    k.assign(at(wave.state.insideBegin), insideBegin);
    k.assign(at(wave.state.insideEnd), insideEnd);
  }

  Term at(VarId member) const { return tile.dot(member); }
  std::vector<Term> arguments(const std::vector<Term> &more) const {
    std::vector<Term> all = params.all;
    all.insert(all.end(), {tile, shared});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  void advance(bool isEdge) {
    for (int step = 0; step < atOnce; ++step)
      k.run(k.call(wave.advance, arguments({waiting, clock}), {k.truth(isEdge)}));
  }

  void sweep() {
    const Term steps =
        compileTime(k, "kLast", {Type::Int}, (c.steps - 1) * c.lag + shape.pipeline.lastOut);
    const Term end = k.define("end", {Type::Int}, at(wave.state.planeEnd) + steps);
    k.forEach("ahead", 0, c.ahead, Repeat::Rolled, [&](const Term &ahead) {
      k.run(k.call(wave.fetch, arguments({s + ahead, ahead}), {k.truth(true)}));
      k.run(k.call(Primitive::CommitCopies, {}));
    });
    k.note("Where no tile under way is at an end of the line, nothing is asked about it. Of steps "
           "that are done two at a time one too many stores nothing.");
    const Term begin =
        k.define("begin", {Type::Int},
                 select(at(wave.state.planeBegin) >= insideBegin, s, insideBegin + steps));
    int arrival = shape.rings.front().arrival;
    for (const plan::Ring &ring : shape.rings)
      arrival = std::min(arrival, ring.arrival);
    const Term loaded =
        k.call(Primitive::Min, {shape.pipeline.firstPart, k.number(arrival) - c.ahead});
    const Term last = k.define("last", {Type::Int},
                               select(insideEnd >= at(wave.state.planeEnd), end + (atOnce - 1),
                                      k.call(Primitive::Min, {end, insideEnd + loaded})));
    const Term until = k.variable("until", {Type::Int}, k.call(Primitive::Min, {end, begin}));
    k.repeatWhile(s < end, Repeat::Rolled, [&] {
      k.repeatWhile(s < until, Repeat::Rolled, [&] { advance(true); });
      k.repeatWhile(s + (atOnce - 1) < last, Repeat::Rolled, [&] { advance(false); });
      k.assign(until, end);
    });
  }

  Wave &wave;
  const plan::WavefrontShape &shape;
  const WaveConstants &c;
  Builder k;
  WaveParams params;
  const Term planes, insideBegin, insideEnd, chunks;
  const int atOnce; // steps, so that what ages by a step changes its name and not its register
  Term shared = 0, tile = 0, waiting = 0, clock = 0, s = 0;
};

void launchLine(Wave &wave) {
  const WaveConstants &c = wave.c;
  Builder k(wave.module, Kind::Host, "launch", "kSteps time steps at once.");
  const Term step = k.stepParam(false);
  k.define("g", {Type::Grid}, step.invoke("grid"));
  const Term nx = k.extent(0);
  const Reach kept = keptCells(wave.program);
  const Term planes = k.define("planes", {Type::Int}, c.tilesX.invoke("count", {nx}));
  const Term atOnce = k.define("blocksAtOnce", {Type::Int}, step.invoke("multiprocessors"));
  const Term insideBegin =
      k.define("insideBegin", {Type::Int}, c.tilesX.invoke("firstFrom", {kept.low[0]}));
  const Term insideEnd = k.define("insideEnd", {Type::Int},
                                  c.tilesX.invoke("firstFrom", {nx - kept.high[0] - c.tileX + 1}));
  const int asked = wave.shape.plan.chunks;
  const Term chunks =
      k.define("chunks", {Type::Int},
               k.call(Primitive::Min, {asked ? Term(asked) : atOnce * c.teams, planes}));
  const Term blocks =
      k.define("blocks", {Type::Int},
               k.call(Primitive::Max, {k.call(Primitive::Min, {chunks, atOnce}),
                                       k.call(Primitive::CeilDiv, {chunks, c.teams})}));
  k.launch(wave.kernel, {.threads = {32 * c.warps},
                         .blocks = {blocks},
                         .sharedBytes = k.sizeOf(wave.state.shared),
                         .arguments = {planes, insideBegin, insideEnd, chunks},
                         .waits = true});
}

} // namespace

void lowerLine(Wave &wave) {
  wave.kernel = LineKernel(wave).build();
  launchLine(wave);
}

} // namespace stencilc::schedules
