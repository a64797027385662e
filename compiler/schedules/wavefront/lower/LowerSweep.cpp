/// \file Emits the loop over the steps of a sweep, in which a tile passes through a range of
/// planes.
#include "schedules/wavefront/faces/TensorSteps.h"
#include "schedules/wavefront/lower/Lower.h"
#include <algorithm>
#include <climits>

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Returns true if each step of the sweep copies planes between register arrays, because the newest
/// plane becomes the second newest. A loop with two steps per iteration then saves these copies,
/// because the arrays can swap their roles.
bool agesInRegisters(const Wave &wave) {
  const WavefrontShape &shape = wave.shape;
  if (!shape.plan.isWhole || !wave.isRank3())
    return true;
  for (const auto &[field, age] : shape.skew->ages)
    if (shape.plan.steps > 1 && (age > 1 || !exchangesRows(shape, field) || !shape.tile.endsFlush))
      return true;
  for (const StageSkew &stage : shape.skew->stages)
    for (const Waiting &value : stage.waiting)
      if (value.depth > 1)
        return true;
  return shape.skew->stages.size() > 1;
}

/// Emits the function `run`, the loop over all steps of a sweep.
class Sweep {
public:
  explicit Sweep(Wave &wave)
      : wave(wave), shape(wave.shape), c(wave.c),
        f(wave, "run", "Sweeps the tile over its " + std::string(wave.planeName()) + "s."), k(f.k),
        s(wave.at(wave.state.clock.s)), ages(agesInRegisters(wave)) {}

  FunctionId build() {
    if (wave.sharesColumns())
      startAgain();
    k.assign(s, k.call(wave.functions.firstStep, {}));
    placeStores();
    end = k.define("end", {Type::Int}, k.call(wave.functions.lastStep, {}));
    if (shape.plan.tensors())
      takeTensors();
    // If threads exchange whole planes, two unrolled loads occupy registers during the whole sweep.
    const bool isShort =
        shape.loads.onlyTensors && shape.loads.privateRings.empty() && !shape.plan.isWhole;
    k.forEach("ahead", 0, c.ahead, isShort ? Repeat::Plain : Repeat::Rolled,
              [&](const Term &ahead) {
                k.run(k.call(wave.functions.fetch, {s + ahead, ahead}, {k.truth(true)}));
                if (!shape.loads.onlyTensors || !shape.loads.privateRings.empty())
                  k.run(k.call(Primitive::CommitCopies, {}));
              });
    if (ages) {
      k.note("Steps go in pairs, so that arrays swap names, not values. A surplus step stores "
             "nothing.");
    }
    shape.tile.isUniform ? k.repeatWhile(s < end, Repeat::Plain, [&] { advance(true); })
                         : byPlace();
    return k.id;
  }

private:
  /// Emits the calls of `advance` for one loop iteration: one or two steps of the sweep. `isEdge`
  /// is true for steps near an end of the swept axis, which test for faces.
  void advance(bool isEdge) {
    for (int step = 0; step < (ages ? 2 : 1); ++step)
      k.run(k.call(wave.functions.advance, {}, {k.truth(isEdge)}));
  }

  /// Emits code that prepares a warp for the sweep of its next tile. It waits for the copies of the
  /// last sweep, and sets the number of steps done and the slot of each ring buffer to 0.
  void startAgain() {
    k.note("The warp may have swept another part already.");
    k.run(k.call(Primitive::WaitCopies, {}, {0}));
    k.run(k.call(Primitive::SyncWarp, {}));
    k.assign(wave.at(wave.state.clock.count), 0);
    for (const auto &[field, slot] : wave.state.clock.slot)
      k.assign(wave.at(slot), 0);
    for (const auto &[fieldLevel, slot] : wave.state.clock.ownSlot)
      k.assign(wave.at(slot), 0);
  }

  /// Emits the code that sets, before the sweep, the pointers to the cells that the thread stores.
  /// They point to the plane that the first step of the sweep completes, even if that plane is not
  /// stored.
  void placeStores() {
    const Term x = wave.at(wave.state.thread.x), y = wave.at(wave.state.thread.y);
    for (const auto &[key, store] : wave.state.clock.stores) {
      const Term view = wave.at(wave.state.arguments.writes.at({store.field, store.older}));
      k.assign(wave.at(store.cells), wave.cellsOf(view, x, y, wave.storedPlane(store)).address());
    }
  }

  /// Emits the assignment of the range of steps of the sweep in which tensor-map loads (TMA) fill
  /// the planes of the tile. They give zero beyond the grid, so the range depends on the tile and
  /// on the boundary conditions.
  void takeTensors() {
    const WaveState &state = wave.state;
    const TensorSteps steps = tensorSteps(wave);
    k.note(std::string("Tensor loads give zero beyond the grid. ") + steps.why + ".");
    Term first = s, last = end;
    if (!steps.areAll) {
      first = k.call(Primitive::Max, {s, steps.first});
      last = k.call(Primitive::Min, {k.extent(2) + steps.last, end});
    }
    if (!steps.everywhere) {
      const auto inside = [&](VarId low, const Term &cells, int axis) {
        return wave.at(low) >= 0 && k.extent(axis) >= wave.at(low) + cells;
      };
      const Term isWithin =
          k.define("isWithin", {Type::Bool},
                   wave.methods.fillsPlanes() ? !wave.at(state.tile.isEdge)
                                              : inside(state.tile.left, c.tileX, 0) &&
                                                    inside(state.tile.bottom, c.tileY, 1));
      first = select(isWithin, first, 0);
      last = select(isWithin, last, 0);
    }
    if (!wave.countsTensors())
      k.assign(wave.at(state.tile.tensorBegin), first);
    k.assign(wave.at(state.tile.tensorEnd), last);
  }

  /// Emits the steps of the sweep as an outer loop around two loops: one with tests for faces of
  /// the swept axis, and one without. The first round executes the steps near the low face and in
  /// the middle, the second round those near the high face.
  void byPlace() {
    const int along = wave.along;
    const Reach reach = wave.facts.footprint.reach;
    const int low = std::max(wave.methods.layer(along, Side::Low), reach.low[along]);
    const int high = std::max(wave.methods.layer(along, Side::High), reach.high[along]);
    const int inside = std::min(shape.skew->firstOut - high, lastOfCoefficients());
    k.note("Steps away from the faces of this axis need no tests for the boundary.");
    const Term plain = (c.steps - 1) * c.lag + (shape.skew->lastOut + low);
    const Term planes = k.extent(along);
    const int brought = tensorLast();
    const bool waits = inside > brought - shape.plan.ahead; // for loads of the last planes
    const Term last = k.define(
        "last", {Type::Int},
        waits && shape.plan.tensors()
            ? k.call(Primitive::Min, {end, planes + brought}) - c.ahead
            : k.call(Primitive::Min, {shape.plan.tensors() ? end - c.ahead : end,
                                      waits ? planes + brought - c.ahead : planes + inside}));
    const Term until = k.variable("until", {Type::Int}, k.call(Primitive::Min, {end, plain}));
    k.repeatWhile(s < end, Repeat::Plain, [&] {
      k.repeatWhile(s < until, Repeat::Plain, [&] { advance(true); });
      k.repeatWhile((ages ? s + 1 : s) < last, Repeat::Plain, [&] { advance(false); });
      k.assign(until, end);
    });
  }
  /// Returns n such that, in steps of the sweep below nz + n, all reads of fields that never change
  /// lie within the grid. Here nz is the number of cells of the swept axis. The parts of updates
  /// that are computed earliest read farthest ahead, so they set this limit. Returns INT_MAX if
  /// updates read no such field.
  int lastOfCoefficients() const {
    int last = INT_MAX;
    const analysis::Footprint &footprint = wave.facts.footprint;
    for (const auto &[field, reach] : footprint.fields)
      if (!shape.skew->arrival.count(field))
        last = std::min(last, shape.skew->firstPart - reach.high[wave.along]);
    for (const auto &[profile, reach] : footprint.profiles)
      last = std::min(last, shape.skew->firstPart - reach.high[wave.along]);
    return last;
  }
  /// Returns the smallest n such that a ring buffer gets plane q of its field in step q + n of the
  /// sweep. In steps below nz + n, where nz is the number of planes, no ring buffer gets a plane
  /// beyond the high face.
  int tensorLast() const {
    int last = shape.loads.rings.front().arrival;
    for (const Ring &ring : shape.loads.rings)
      last = std::min(last, ring.arrival);
    return last;
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

void lowerSweep(Wave &wave) { wave.functions.run = Sweep(wave).build(); }

} // namespace stencilc::schedules
