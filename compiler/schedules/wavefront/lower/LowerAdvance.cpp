/// \file Emits a step of the sweep, in which every fused time step advances by one plane.
///
/// A step of the sweep first computes everything that needs no cell computed in this step. Then it
/// passes the newest cells from time step to time step.
#include "schedules/wavefront/lower/Stage.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>

namespace stencilc::schedules {

using namespace kernel;

WaveStep::WaveStep(Builder &builder, const Wave &wave)
    : k(builder), wave(wave), state(wave.state), c(wave.c),
      isEdge(k.templateConstant("kEdge", {Type::Bool})) {
  joinSweep(k, wave);
  isEdgeTile = wave.rank() > 1 && !wave.shape.tile.shifts ? get(state.tile.isEdge) : k.truth(false);
}

FunctionId WaveStep::part(NameHint hint, std::string doc, const std::function<void()> &write) {
  const Term outer = isEdge;
  const FunctionId made = k.nested(Kind::Helper, std::move(hint), std::move(doc), [&] {
    isEdge = k.templateConstant("kEdge", {Type::Bool});
    joinSweep(k, wave);
    write();
  });
  isEdge = outer;
  return made;
}

NameHint WaveStep::nameOf(const char *what, const StageSkew &stage) const {
  const ir::FieldId target = wave.program.stages[stage.stage].target;
  int before = 0; // earlier stages with the same target
  for (const StageSkew &other : wave.shape.skew->stages)
    if (other.stage < stage.stage)
      before += wave.program.stages[other.stage].target == target;
  return NameHint(what, NameOfField{target}, before ? "Part" + std::to_string(before + 1) : "");
}

Term WaveStep::lagOf(const Term &t, int by) const { return t * c.lag + by; }
Term WaveStep::planeOf(const Term &t, int by) const { return s() - t * c.lag - (by + behind); }
Term WaveStep::firstX(const Term &plane) const {
  return isLine() ? k.call(wave.functions.leftOf, {plane}) + firstCell() : get(state.thread.x);
}
Term WaveStep::ringPlane(ir::FieldId field, const Term &age) const {
  const Term slot =
      k.call(Primitive::RingSlot, {get(state.clock.slot.at(field)), age, c.ring.at(field)});
  return wave.ringOf(field)[slot];
}
Term WaveStep::newPlane(ir::FieldId field, const Term &step, const Term &count) const {
  return wave.inBlock(
      state.shared.exchanged.at(field))[k.call(wave.functions.planeSlot, {step, count})];
}

Term WaveStep::cellsParam(ir::FieldId field, bool isConst) const {
  return k.param(NameHint("", NameOfView{field, 0}, "_new"),
                 {Type::Pointer, wave.program.fields[field].storage, isConst});
}
Term WaveStep::oldRowParam(const WaveRow &row) const {
  return k.param(rowName(row), {Type::Pointer, wave.program.fields[row.field].storage, true});
}

void WaveStep::readRow(const Term &to, const analysis::FieldLevel &fieldLevel, const Term &row,
                       const Term &plane, const Term &isNearEnds) const {
  std::vector<Term> arguments = {to, get(state.arguments.reads.at(fieldLevel)), row, plane};
  if (wave.boundaryUses(fieldLevel.field).ofStep)
    wave.uniforms(fieldLevel.level).addTo(arguments, {false, true});
  k.run(k.call(wave.functions.readRow.at(fieldLevel.field), arguments, {isNearEnds}));
}

namespace {

/// Emits the function `advance`, which executes one step of the sweep. It waits for the newest
/// plane, starts loads for later steps, and computes the next plane of each fused time step.
class Advance {
public:
  explicit Advance(Wave &wave)
      : wave(wave), shape(wave.shape), c(wave.c), state(wave.state),
        k(wave.module, Kind::Helper, "advance",
          "Executes one step of the sweep: every time step advances by one " +
              std::string(wave.planeName()) + "."),
        step(k, wave) {}

  FunctionId build() {
    for (const StageSkew &stage : shape.skew->stages)
      stages.push_back(std::make_unique<WaveStage>(step, stage));
    for (const auto &stage : stages) {
      if (wave.isRank3() && !step.isWhole())
        stage->sources.declareSlides();
      stage->lowerParts();
      stage->lowerReplay();
    }
    const std::string plane = wave.planeName();
    const FunctionId take =
        step.part("takePlanes",
                  "Waits for the " + plane + " of this step, and starts the load of a later one.",
                  [&] { takePlanes(); });
    const FunctionId rows = step.isWhole() ? lowerPlane() : lowerRow();
    const FunctionId age =
        step.part("age", "All " + plane + "s are one step older.", [&] { ageAll(); });
    step.run(take, {});
    chooseStored();
    replay();
    step.isWhole() ? wholePlanes(rows) : rowByRow(rows);
    step.run(age, {});
    return k.id;
  }

private:
  /// Emits the wait for the plane that becomes readable in this step of the sweep. Then emits the
  /// start of the loads for a later step, `kAhead` (the prefetch distance in planes) steps after
  /// this one.
  void takePlanes() {
    const Term s = step.s(), count = step.get(state.clock.count);
    const bool hasCopies = !shape.loads.onlyTensors || !shape.loads.privateRings.empty();
    if (wave.isRank3())
      k.when(count >= 1,
             [&] { k.run(k.call(Primitive::Wait, {wave.inBlock(state.shared.turn), count - 1})); });
    if (hasCopies)
      k.run(k.call(Primitive::WaitCopies, {}, {c.ahead - 1}));
    if (shape.plan.tensors())
      waitForTensors(s, count);
    k.run(k.call(Primitive::SyncWarp, {}));
    k.run(k.call(wave.functions.fetch, {s + c.ahead, count + c.ahead}, {mayLackPlanes()}));
    if (hasCopies)
      k.run(k.call(Primitive::CommitCopies, {}));
  }
  /// Returns the template argument `kEdge` of the call of fetch(). If it is true, fetch() tests
  /// whether the sweep has ended, whether a face is near, and whether tensor-map loads (TMA) fill
  /// the plane or threads must copy it. If these loads fill all planes, it is true only near an end
  /// of the swept axis.
  Term mayLackPlanes() const {
    return asksTiles() && !wave.methods.fillsPlanes() ? step.isEdgeTile || step.isEdge
                                                      : step.isEdge;
  }
  /// Returns true if the position of the tile decides which planes are filled by tensor-map loads
  /// (TMA, issued by one thread). All threads copy the other planes. Also true if the kernel has no
  /// such loads.
  bool asksTiles() const { return !wave.countsTensors() || !shape.loads.onlyTensors; }
  /// Emits the wait until the tensor-map loads (TMA) of step `s` of the sweep are complete. `count`
  /// is the number of steps done before it. In steps whose planes threads copy, the emitted code
  /// does not wait.
  void waitForTensors(const Term &s, const Term &count) {
    const Term begin = step.get(state.tile.tensorBegin), end = step.get(state.tile.tensorEnd);
    const bool counts = wave.countsTensors();
    const Term isThere = counts ? s < end : s >= begin && s < end;
    const Term number = counts ? count : s - begin;
    const Term hasAll = asksTiles() ? !step.isEdgeTile && !step.isEdge : !step.isEdge;
    k.when(hasAll || isThere, [&] {
      k.run(k.call(Primitive::Wait,
                   {wave.inBlock(state.shared.arrived)[number % c.arrivals], number / c.arrivals}));
    });
    for (const auto &method : wave.methods)
      method->afterTensors(step, isThere);
  }

  /// Emits the assignment of the bit masks of rows to store in this step of the sweep, one for each
  /// stage and time level. A mask is 0 if the plane to store is not one of the planes that the
  /// block stores.
  void chooseStored() {
    for (const auto &[key, store] : state.clock.stores) {
      const Term isDue = step.isInChunk(wave.storedPlane(store));
      k.assign(step.get(store.rows), select(isDue, step.get(state.thread.storedRows), 0));
    }
  }

  /// Emits the replays of all stages. A replay executes steps of the sweep near the low end of the
  /// swept axis again. It computes partial sums from planes beyond this end, when the planes of the
  /// grid with the same values are loaded.
  void replay() {
    if (shape.sweep.replays.empty())
      return;
    k.whenConstant(step.isEdge, [&] {
      k.note("Partial sums from planes beyond the face are computed again, when the planes at the "
             "wrapped indices are loaded.");
      for (const auto &stage : stages)
        stage->replay();
    });
  }

  /// Emits the arrival of this thread at the barrier for the current plane. The arrival signals
  /// that the thread has written to shared memory the rows that other threads read.
  void arrive() { k.run(k.call(Primitive::Arrive, {wave.inBlock(state.shared.turn)})); }

  // --- threads exchange whole planes: all rows of a time step, then all rows of the next one ----

  FunctionId lowerPlane() {
    return step.part("updatePlane", "Computes time step t of all rows.", [&] {
      const Term t = k.param("t", {Type::Int});
      if (stages.size() == 1 && stages.front()->isRowwise())
        stages.front()->rowwise(t);
      else
        wholeStages(t);
      for (const auto &stage : stages)
        for (const auto &method : wave.methods)
          method->completePlane(step, stage->parts.stage, t);
    });
  }
  void wholePlanes(FunctionId plane) {
    const bool exchangesLast = shape.exchange.steps == shape.plan.steps;
    k.forEach("t", 0, c.steps, Repeat::Unrolled, [&](const Term &t) {
      if (!exchangesLast)
        k.when(t == c.steps - 1, [&] { arrive(); }, "no other thread reads the last time step");
      step.run(plane, {t});
    });
    if (exchangesLast) {
      k.note("Stages of other threads read the last time step.");
      arrive();
    }
  }
  /// Emits the update of all rows of the thread by time step `t`, one row after the other. Used if
  /// WaveStage::isRowwise() is false. Otherwise each loaded row is added at once to all updates
  /// that read it.
  void wholeStages(const Term &t) {
    for (const auto &stage : stages) {
      stage->sources.declareWindows(stage->rows());
      stage->sources.forEachWindow(
          stage->rows(), [&](const WaveRow &own, const WaveWindow &window) {
            k.forEach("at", -window.low, window.high, Repeat::Unrolled,
                      [&](const Term &at) { stage->sources.loadWindow(own, window, at, t); });
          });
    }
    k.forEach("j", 0, c.rows, Repeat::Unrolled, [&](const Term &j) {
      for (const auto &stage : stages)
        stage->sources.forEachWindow(stage->rows(),
                                     [&](const WaveRow &own, const WaveWindow &window) {
                                       stage->sources.loadWindow(own, window, j + window.high, t);
                                     });
      for (const auto &stage : stages)
        stage->late(t, j);
    });
  }

  // --- threads exchange edge rows: all time steps of a row, then all time steps of the next one -

  FunctionId lowerRow() {
    return step.part("updateRow", "Computes all time steps of row j.",
                     [&] { timeSteps(step.isLine() ? k.number(0) : k.param("j", {Type::Int})); });
  }
  /// Emits calls of `row`, the function that updates one row of the thread by all time steps, for
  /// each row. Rows that other warps read come first. With three axes, the arrival at the barrier
  /// for the plane follows them.
  void rowByRow(FunctionId row) {
    if (step.isLine())
      return step.run(row, {});
    const int edgeRows = std::max(shape.exchange.rowsLow, shape.exchange.rowsHigh);
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
          step.run(row, {j});
          for (const auto &stage : stages)
            stage->sources.keepOldest(j);
          if (wave.isRank3())
            k.when(n == published - 1, [&] { arrive(); });
        },
        reorders ? "rows that other warps wait for come first" : "");
  }

  /// Emits the update of row `j` by all time steps. If the update is split, the early parts (which
  /// need only older planes) of a group of time steps come before their late parts (which need the
  /// newest plane).
  void timeSteps(const Term &j) {
    for (const auto &stage : stages)
      stage->sources.declareNewest();
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
          "old cells are no longer needed when new ones overwrite them");
    if (!hasEarly)
      return k.forEach("t", 0, c.steps, Repeat::Unrolled, late);
    for (const auto &stage : stages)
      stage->declareHanded();
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

  /// Emits the end of a step of the sweep. Cells in registers become one plane older. Counters,
  /// pointers and slots of ring buffers advance by one plane.
  void ageAll() {
    const auto ageRow = [&](const Term &t, const Term &j) {
      for (const auto &[field, member] : state.registers.line)
        for (int age = oldestKept(wave, field); age > 0; --age) {
          const Term line = step.inRegisters(member);
          step.copy(line[k.number(age)][t][j], line[k.number(age - 1)][t][j]);
        }
    };
    k.forEach("t", 1, c.steps + 1, Repeat::Unrolled, [&](const Term &t) {
      k.forEach("j", 0, c.rows, Repeat::Plain, [&](const Term &j) { ageRow(t, j); });
    });
    for (const auto &[key, store] : state.clock.stores)
      k.change(step.get(store.cells), AssignOp::Add,
               step.get(state.arguments.writes.at({store.field, store.older})).dot("plane"));
    k.change(step.get(state.clock.s), AssignOp::Add, 1);
    k.change(step.get(state.clock.count), AssignOp::Add, 1);
    const auto advance = [&](VarId slot, const Term &slots) {
      const Term now = step.get(slot);
      k.assign(now, select(now + 1 == slots, 0, now + 1));
    };
    for (const auto &[field, slot] : state.clock.slot)
      advance(slot, c.ring.at(field));
    for (const auto &[fieldLevel, slot] : state.clock.ownSlot)
      advance(slot, c.own.at(fieldLevel));
  }

  Wave &wave;
  const WavefrontShape &shape;
  const WaveConstants &c;
  const WaveState &state;
  Builder k;
  WaveStep step;
  std::vector<std::unique_ptr<WaveStage>> stages;
};

} // namespace

void lowerAdvance(Wave &wave) { wave.functions.advance = Advance(wave).build(); }

} // namespace stencilc::schedules
