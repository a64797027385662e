/// \file Emits the function with which a step of the sweep starts the loads for a later step.
#include "kernel/build/Readers.h"
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Parameters of an emitted function that starts the loads of one step of the sweep. `s` is the
/// index of this step, in which a ring buffer with delay 0 gets plane `s` of the grid. `count` is
/// the number of steps of this sweep before it, which selects the slot in a ring buffer.
struct FetchParams {
  explicit FetchParams(Builder &k)
      : s(k.param("s", {Type::Int})), count(k.param("count", {Type::Unsigned})) {}
  Term s, count;
};

/// Emits the function `fetchOwn`, which starts the copies to the private ring buffers of a warp.
/// They have planes of cells that no other warp reads. Returns its handle.
FunctionId lowerFetchOwn(Wave &wave) {
  const WaveState &state = wave.state;
  const WaveConstants &c = wave.c;
  WaveFunction f(wave, "fetchOwn",
                 "Starts the copies of step s into private ring buffers: cells that no other warp "
                 "reads, where this thread stores new ones.");
  Builder &k = f.k;
  const FetchParams p(k);
  const Term x = wave.at(state.thread.x), begin = wave.at(state.tile.storedBegin);
  const Term endsBefore = wave.methods.splitsLanes() ? begin >= x + c.cells : x < begin;
  k.when(endsBefore || x >= wave.at(state.tile.storedEnd), [&] { k.leave(); });
  for (const PrivateRing &own : wave.shape.loads.privateRings) {
    const Term plane = k.define("plane", {Type::Int}, p.s - own.arrival);
    const Term view = wave.at(state.arguments.reads.at(own.fieldLevel));
    const Term to = wave.inBlock(state.shared.own.at(
        own.fieldLevel))[p.count % c.own.at(own.fieldLevel)][wave.at(state.thread.team) * c.rows]
                        [wave.at(state.thread.lane) * c.cells];
    k.when(plane >= wave.at(state.tile.planeBegin) && plane < wave.at(state.tile.planeEnd), [&] {
      k.run(k.call(Primitive::CopyRows,
                   {to.address(), view.cell({x, wave.at(state.thread.y), plane}).address(),
                    view.dot("row"), wave.at(state.thread.storedRows)},
                   wave.withLanes<Term>({c.cells, c.rows})));
    });
  }
  return k.id;
}

/// Emits the function `fetch(s, count)`, which starts the loads of the planes that updates can read
/// from step `s` of the sweep on. `count` is the number of steps of the sweep before step `s`.
class Fetch {
public:
  explicit Fetch(Wave &wave)
      : wave(wave), state(wave.state), c(wave.c),
        k(wave.module, Kind::Helper, "fetch",
          "Starts the loads of the " + std::string(wave.planeName()) + "s of step s."),
        isEdge(k.templateConstant("kEdge", {Type::Bool})), p(k) {
    joinSweep(k, wave);
  }

  FunctionId build(std::optional<FunctionId> fetchOwn) {
    if (wave.rank() > 1 &&
        (fetchOwn || !wave.shape.loads.onlyTensors)) // else tensorEnd ends the loads
      k.when(isEdge && p.s >= k.call(wave.functions.lastStep, {}),
             [&] { k.leave("so that no load is in flight when the block ends"); });
    if (fetchOwn)
      k.run(k.call(*fetchOwn, {p.s, p.count}));
    wave.methods.fetch(k, isEdge, {p.s, p.count}, [&] { loadPlanes(); });
    return k.id;
  }

private:
  void loadPlanes() {
    if (wave.shape.plan.tensors())
      byTensors();
    if (!wave.shape.loads.onlyTensors)
      byThreads();
  }
  /// Returns the expression for the memory of one plane in the ring buffer of `field`: the plane
  /// that the emitted call of fetch() fills.
  Term slotOf(ir::FieldId field) { return wave.ringOf(field)[p.count % c.ring.at(field)]; }

  /// Emits the tensor-map loads (TMA) of planes, which thread 0 starts. They are used only in those
  /// steps and tiles in which they give correct values. If the kernel can also copy planes by
  /// threads, the emitted code then returns before the code that does so.
  void byTensors() {
    const Term begin = wave.at(state.tile.tensorBegin);
    const bool counts = wave.countsTensors();
    const Term isBefore = p.s < wave.at(state.tile.tensorEnd);
    const Term isThere = counts ? isBefore : p.s >= begin && isBefore;
    const Term isFirst = k.thread(Builtin::ThreadIndex, 0) == 0;
    const auto load = [&] { beginTensors(counts ? p.count : p.s - begin); };
    if (wave.shape.loads.onlyTensors)
      return k.when((!isEdge || isThere) && isFirst, load);
    k.when(!isEdge || isThere, [&] {
      k.when(isFirst, load);
      k.leave();
    });
  }
  void beginTensors(const Term &number) {
    const Term arrived = k.alias("arrived", {Type::Mbarrier},
                                 wave.inBlock(state.shared.arrived)[number % c.arrivals]);
    std::optional<Term> bytes;
    for (const Ring &ring : wave.shape.loads.rings) {
      const Term size = k.sizeOf(wave.cellOf(ring.field));
      bytes = bytes ? *bytes + size : size;
    }
    k.run(k.call(Primitive::ArriveExpect, {arrived, c.tileY * c.tileX * *bytes}));
    for (const Ring &ring : wave.shape.loads.rings)
      k.run(k.call(Primitive::LoadTensor,
                   {slotOf(ring.field), wave.at(state.arguments.maps.at(ring.field)), arrived,
                    wave.at(state.tile.left), wave.at(state.tile.bottom), p.s - ring.arrival}));
  }

  /// Emits the asynchronous copies of planes to the ring buffers by all threads. Each warp copies
  /// its own rows, and each of its threads a part of each row.
  void byThreads() {
    const auto rows = [&] {
      for (const Ring &ring : wave.shape.loads.rings)
        if (wave.rank() == 1)
          fetchRow(ring, k.number(0), k.number(0));
        else
          k.forEach("j", 0, c.rows, wave.shape.plan.tensors() ? Repeat::Rolled : Repeat::Unrolled,
                    [&](const Term &j) {
                      fetchRow(ring, wave.isRank3() ? wave.at(state.thread.row) + j : j, j);
                    });
    };
    if (wave.shape.plan.tensors())
      k.whenConstant(isEdge, rows);
    else
      rows();
  }
  void fetchRow(const Ring &ring, const Term &row, const Term &j) {
    std::vector<Term> arguments = {slotOf(ring.field)[row]};
    if (wave.isRank3())
      arguments.push_back(wave.at(state.thread.y) + j);
    arguments.push_back(p.s - ring.arrival);
    k.run(k.call(wave.functions.fetchRow.at(ring.field), arguments, {isEdge}));
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
  if (!wave.shape.loads.privateRings.empty())
    own = lowerFetchOwn(wave);
  wave.functions.fetch = Fetch(wave).build(own);
}

} // namespace stencilc::schedules
