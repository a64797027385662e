/// \file Schedule wavefront as functions: the planes that a step of the sweep begins to bring.
#include "kernel/Readers.h"
#include "schedules/wavefront/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// The parameters of what brings planes.
struct FetchParams {
  FetchParams(Builder &k, const Wave &wave)
      : params(k, wave), tile(k.reference("tile", wave.state.tile, {}, true)),
        shared(k.reference("shared", wave.state.shared)), s(k.param("s", {Type::Int})),
        count(k.param("count", {Type::Int})) {}
  WaveParams params;
  Term tile, shared, s, count;
};

/// Cells that no other warp reads, where this thread stores new ones.
FunctionId lowerFetchOwn(Wave &wave, bool leavesRim) {
  const WaveState &state = wave.state;
  const WaveConstants &c = wave.c;
  Builder k(wave.module, Kind::Helper, "fetchOwn",
            "Begins to bring cells of step s that no other warp reads, where this thread stores "
            "new ones.");
  k.function().isAlwaysInline = true;
  const FetchParams p(k, wave);
  const Term x = p.tile.dot(state.x), begin = p.tile.dot(state.storedBegin);
  const Term endsBefore = leavesRim ? begin >= x + c.cells : x < begin;
  k.when(endsBefore || x >= p.tile.dot(state.storedEnd), [&] { k.leave(); });
  for (const plan::OwnRing &own : wave.shape.ownRings) {
    const Term plane = k.define("plane", {Type::Int}, p.s - own.arrival);
    const Term view = p.params.reads.at(own.stream);
    const Term to = p.shared.dot(
        state.own.at(own.stream))[p.count % c.own.at(own.stream)][p.tile.dot(state.warp) * c.rows]
                                 [p.tile.dot(state.lane) * c.cells];
    k.when(plane >= p.tile.dot(state.planeBegin) && plane < p.tile.dot(state.planeEnd), [&] {
      k.run(k.call(Primitive::CopyRows,
                   {to.address(), view.cell({x, p.tile.dot(state.y), plane}).address(),
                    view.dot("row"), p.tile.dot(state.storedRows)},
                   {c.cells, c.rows}));
    });
  }
  return k.id;
}

/// Writes what begins to bring the planes of a step.
class Fetch {
public:
  explicit Fetch(Wave &wave)
      : wave(wave), state(wave.state), c(wave.c),
        k(wave.module, Kind::Helper, "fetch",
          "Begins to bring the " + std::string(wave.planeName()) + "s of step s."),
        isEdge(k.templateConstant("kEdge", {Type::Bool})), p(k, wave) {
    k.function().isAlwaysInline = true;
    p.params.declareMaps();
  }

  FunctionId build(std::optional<FunctionId> fetchOwn) {
    if (wave.rank() > 1)
      k.when(isEdge && p.s >= k.call(wave.lastStep, {p.tile}), [&] { k.leave(); });
    if (fetchOwn) {
      std::vector<Term> arguments = p.params.all;
      arguments.insert(arguments.end(), {p.tile, p.shared, p.s, p.count});
      k.run(k.call(*fetchOwn, arguments));
    }
    if (wave.shape.plan.tensors)
      byTensors();
    if (!wave.shape.onlyTensors)
      byThreads();
    return k.id;
  }

private:
  Term slotOf(ir::FieldId field, const Term &team) {
    return p.shared.dot(state.ring.at(field))[team][p.count % c.ring.at(field)];
  }

  void byTensors() {
    const Term begin = p.tile.dot(state.tensorBegin);
    const Term isThere = p.s >= begin && p.s < p.tile.dot(state.tensorEnd);
    const Term isFirst = k.thread(Builtin::ThreadIndex, 0) == 0;
    const auto bring = [&] { beginTensors(p.s - begin); };
    if (wave.shape.onlyTensors)
      return k.when((!isEdge || isThere) && isFirst, bring);
    k.when(!isEdge || isThere, [&] {
      k.when(isFirst, bring);
      k.leave();
    });
  }
  void beginTensors(const Term &number) {
    const Term arrived =
        k.alias("arrived", {Type::Mbarrier}, p.shared.dot(state.arrived)[number % c.arrivals]);
    std::optional<Term> bytes;
    for (const plan::Ring &ring : wave.shape.rings) {
      const Term size = k.sizeOf(wave.cellOf(ring.field));
      bytes = bytes ? *bytes + size : size;
    }
    k.run(k.call(Primitive::ArriveExpect, {arrived, c.tileY * c.tileX * *bytes}));
    for (const plan::Ring &ring : wave.shape.rings)
      k.run(k.call(Primitive::LoadTensor,
                   {slotOf(ring.field, 0), p.params.maps.at(ring.field), arrived,
                    p.tile.dot(state.left), p.tile.dot(state.bottom), p.s - ring.arrival}));
  }

  /// Each thread brings parts of the rows of its warp.
  void byThreads() {
    const auto rows = [&] {
      for (const plan::Ring &ring : wave.shape.rings)
        if (wave.rank() == 1)
          fetchRow(ring, k.number(0), k.number(0));
        else
          k.forEach("j", 0, c.rows, wave.shape.plan.tensors ? Repeat::Rolled : Repeat::Unrolled,
                    [&](const Term &j) { fetchRow(ring, p.tile.dot(state.row) + j, j); });
    };
    if (wave.shape.plan.tensors)
      k.whenConstant(isEdge, rows);
    else
      rows();
  }
  void fetchRow(const plan::Ring &ring, const Term &row, const Term &j) {
    std::vector<Term> arguments = {slotOf(ring.field, p.tile.dot(state.team))[row],
                                   p.params.reads.at({ring.field, 0}), p.params.grid};
    if (wave.faceUsesUniforms(ring.field))
      arguments.push_back(*p.params.uniforms);
    arguments.push_back(p.tile);
    if (wave.isRank3())
      arguments.push_back(p.tile.dot(state.y) + j);
    arguments.push_back(p.s - ring.arrival);
    k.run(k.call(wave.fetchRow.at(ring.field), arguments, {isEdge}));
  }

  Wave &wave;
  const WaveState &state;
  const WaveConstants &c;
  Builder k;
  const Term isEdge;
  FetchParams p;
};

} // namespace

void lowerFetch(Wave &wave) {
  std::optional<FunctionId> own;
  if (!wave.shape.ownRings.empty())
    own = lowerFetchOwn(wave, wave.leavesRim());
  wave.fetch = Fetch(wave).build(own);
}

} // namespace stencilc::schedules
