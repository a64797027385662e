/// \file Schedule wavefront as functions: the sweep of a tile over the planes of a chunk.
#include "schedules/wavefront/Lower.h"
#include "schedules/wavefront/Repeats.h"
#include <algorithm>
#include <climits>

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Planes at the low face that others beyond it repeat.
int repeatedPlanes(const Wave &wave) {
  int planes = 0;
  for (ir::FieldId id : wave.program.fields.ids())
    if (const int reach = repeatedReach(wave.facts, id, wave.along, Side::Low)) {
      const analysis::IndexMap map = wave.facts.faces.at(id, wave.along, Side::Low).anyMap();
      planes = std::max(planes, 1 + standsFor(map, reach));
    }
  return planes;
}

/// Whether anything in registers is older after a step, without being replaced.
bool agesInRegisters(const Wave &wave) {
  const WavefrontShape &shape = wave.shape;
  if (!shape.plan.isWhole || !wave.isRank3())
    return true;
  for (const auto &[field, age] : shape.skew.ages)
    if (shape.plan.steps > 1 && (age > 1 || !exchangesRows(shape, field) || !shape.endsFlush))
      return true;
  for (const StageSkew &stage : shape.skew.stages)
    for (const Waiting &value : stage.waiting)
      if (value.depth > 1)
        return true;
  return shape.skew.stages.size() > 1;
}

/// Writes the function.
class Sweep {
public:
  explicit Sweep(Wave &wave)
      : wave(wave), shape(wave.shape), c(wave.c),
        f(wave, "run", "Sweeps the tile over its " + std::string(wave.planeName()) + "s."), k(f.k),
        s(wave.at(wave.state.s)), ages(agesInRegisters(wave)) {}

  FunctionId build() {
    k.assign(s, k.call(wave.firstStep, {}));
    placeStores();
    end = k.define("end", {Type::Int}, k.call(wave.lastStep, {}));
    k.forEach("ahead", 0, c.ahead, Repeat::Rolled, [&](const Term &ahead) {
      k.run(k.call(wave.fetch, {s + ahead, ahead}, {k.truth(true)}));
      if (!shape.onlyTensors || !shape.ownRings.empty())
        k.run(k.call(Primitive::CommitCopies, {}));
    });
    if (ages) {
      k.note("Two steps at a time, so that what ages by a step changes its name and not its "
             "register. A step too many stores nothing.");
    }
    shape.isUniform ? k.repeatWhile(s < end, Repeat::Rolled, [&] { advance(true); }) : byPlace();
    return k.id;
  }

private:
  void advance(bool isEdge) {
    for (int step = 0; step < (ages ? 2 : 1); ++step)
      k.run(k.call(wave.advance, {}, {k.truth(isEdge)}));
  }

  void placeStores() {
    const Term x = wave.at(wave.state.x), y = wave.at(wave.state.y);
    for (const auto &[key, store] : wave.state.stores) {
      const Term view = wave.at(wave.state.writes.at({store.field, store.older}));
      k.assign(wave.at(store.cells), wave.cellsOf(view, x, y, wave.storedPlane(store)).address());
    }
  }

  /// Planes near a face of the swept axis have steps of their own.
  void byPlace() {
    const int along = wave.along;
    const Reach frozen = frozenLayer(wave.program), reach = wave.facts.footprint.reach;
    const int low = std::max({frozen.low[along], reach.low[along], repeatedPlanes(wave)});
    const int high = std::max(frozen.high[along], reach.high[along]);
    const int inside = std::min(shape.skew.firstOut - high, lastOfCoefficients());
    k.note("Where no time step is at a face of this axis, nothing is asked about it.");
    const Term plain =
        k.define("plain", {Type::Int}, (c.steps - 1) * c.lag + (shape.skew.lastOut + low));
    const Term loaded = k.call(Primitive::Min, {inside, tensorLast() - c.ahead});
    const Term last = k.define("last", {Type::Int},
                               k.call(Primitive::Min, {shape.plan.tensors ? end - c.ahead : end,
                                                       k.extent(along) + loaded}));
    const Term until = k.variable("until", {Type::Int}, k.call(Primitive::Min, {end, plain}));
    k.repeatWhile(s < end, Repeat::Rolled, [&] {
      k.repeatWhile(s < until, Repeat::Rolled, [&] { advance(true); });
      k.repeatWhile((ages ? s + 1 : s) < last, Repeat::Rolled, [&] { advance(false); });
      k.assign(until, end);
    });
  }
  /// The step up to which, counted from the end of the axis, what no step changes is read in front
  /// of the end: the first part of an update comes before the planes that arrive around its cell.
  int lastOfCoefficients() const {
    int last = INT_MAX;
    const analysis::Footprint &footprint = wave.facts.footprint;
    for (const auto &[field, reach] : footprint.fields)
      if (!shape.skew.arrival.count(field))
        last = std::min(last, shape.skew.firstPart - reach.high[wave.along]);
    for (const auto &[profile, reach] : footprint.profiles)
      last = std::min(last, shape.skew.firstPart - reach.high[wave.along]);
    return last;
  }
  /// The step from which on, counted from a plane, some ring has it.
  Term tensorLast() const {
    int last = shape.rings.front().arrival;
    for (const Ring &ring : shape.rings)
      last = std::min(last, ring.arrival);
    return {wave.module, wave.module.integer(last)};
  }

  Wave &wave;
  const WavefrontShape &shape;
  const WaveConstants &c;
  WaveFunction f;
  Builder &k;
  const Term s;
  const bool ages;
  Term end = 0;
};

} // namespace

void lowerSweep(Wave &wave) { wave.run = Sweep(wave).build(); }

} // namespace stencilc::schedules
