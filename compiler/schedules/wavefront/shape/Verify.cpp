/// \file Checks the shape of a wavefront kernel independently of the code that computed the shape.
///
/// The checks use only the dependences of the program.
///
/// Times are those of TimeSkew.h, for the first of the fused time steps: time n means step p + n of
/// the sweep, where p is the updated plane. In each later time step they are larger by the lag (the
/// number of planes by which a time step trails the one before). Each value must be computed, and
/// visible to a thread, before the thread reads it. It must not be overwritten before that. All
/// planes must fit into the shared memory that the kernel requests.
#include "ir/Walk.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/shape/Shape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <climits>

namespace stencilc::schedules {

using namespace plan;

namespace {

using ir::ExprId;

/// A read by an update, and the time at which it is executed: step p + `time` of the sweep, where p
/// is the updated plane. A read of cells of other threads or rows has the time of its load. Any
/// other read has the time of the operation that uses it.
struct Use {
  ExprId id;
  ir::Read read;
  int time = 0;

  bool operator<(const Use &other) const {
    return std::pair(id, time) < std::pair(other.id, other.time);
  }
};

/// Checks one shape, and returns the errors as sentences for the user.
class ShapeVerifier {
public:
  ShapeVerifier(const analysis::Facts &facts, const WavefrontShape &shape)
      : facts(facts), program(facts.program), shape(shape), plan(shape.plan), skew(*shape.skew),
        along(sweptAxis(program)) {}

  std::vector<std::string> run() {
    for (const StageSkew &stage : skew.stages) {
      checkLag(stage);
      checkOrder(stage);
      const std::set<Use> uses = usesOf(stage);
      checkComplete(stage, uses);
      for (const Use &use : uses) {
        checkWritten(use);
        checkBeyond(stage, use);
        checkInMemory(use);
        checkInRegisters(use);
        checkExchanged(use);
      }
      checkFrozen(stage);
      if (const Replay *replay = shape.replayOf(stage.stage); replay && stage.out < replay->due)
        find("'{0}' is updated at {1}, and planes beyond the low face are there at {2}",
             program.fields[program.stages[stage.stage].target].name, stage.out, replay->due);
    }
    if (const int bytes = sharedBytes(); bytes > shape.block.sharedBytes)
      find("its planes take {0} bytes of shared memory, and the kernel asks for {1}", bytes,
           shape.block.sharedBytes);
    return std::move(findings);
  }

private:
  template <class... Args> void find(const char *format, Args &&...args) {
    findings.push_back(llvm::formatv(false, format, std::forward<Args>(args)...).str());
  }
  bool isUpdated(ir::FieldId field) const { return skew.arrival.count(field) != 0; }
  /// Returns the name of a read for error messages, such as "'u' of level 0 at plane -1".
  std::string nameOf(const Use &use) const {
    return llvm::formatv("'{0}' of level {1} at plane {2}", program.fields[use.read.field].name,
                         use.read.level, use.read.offset[along])
        .str();
  }
  /// Returns the time at which the plane that `read` refers to has been loaded or computed. A time
  /// of n means step p + n of the sweep, where p is the updated plane.
  int newAt(const ir::Read &read) const {
    return skew.arrival.at(read.field) + read.level * skew.lag + read.offset[along];
  }

  /// Records an error unless `stage` (an update statement) completes each plane exactly one lag
  /// after the same plane of the time step before became available. The lag is the number of planes
  /// by which a time step trails the one before.
  void checkLag(const StageSkew &stage) {
    const ir::FieldId field = program.stages[stage.stage].target;
    if (skew.lag < 0 || stage.out != skew.arrival.at(field) + skew.lag)
      find("'{0}' arrives at {1} and is updated at {2}, with a lag of {3}",
           program.fields[field].name, skew.arrival.at(field), stage.out, skew.lag);
  }

  /// Records an error if `stage` (an update statement) uses a value before it is computed, or a
  /// partial sum that registers no longer keep.
  void checkOrder(const StageSkew &stage) {
    const auto check = [&](ExprId operand, int time) {
      const auto made = stage.at.find(operand);
      if (made == stage.at.end() || made->second == time)
        return;
      if (made->second > time)
        find("an operation at {0} uses a value of {1}", time, made->second);
      else if (llvm::none_of(stage.waiting, [&](const Waiting &value) {
                 return value.value == operand && value.at == made->second &&
                        value.at + value.depth >= time;
               }))
        find("a value of {0} is used at {1} and does not wait for it", made->second, time);
    };
    for (const auto &[id, time] : stage.at)
      ir::forEachOperand(program[id].node, [&, time = time](ExprId one) { check(one, time); });
    check(program.stages[stage.stage].value, stage.out);
  }

  /// Returns all reads of `stage` (an update statement) with the times at which their values are
  /// used. Time n means step p + n of the sweep, where p is the updated plane. A read that is used
  /// at several times occurs several times.
  std::set<Use> usesOf(const StageSkew &stage) const {
    std::set<Use> uses;
    std::set<std::pair<ExprId, int>> seen;
    const auto visit = [&](ExprId id, int time, const auto &again) -> void {
      if (!seen.insert({id, time}).second)
        return;
      if (const auto *read = std::get_if<ir::Read>(&program[id].node))
        uses.insert({id, *read, time});
      ir::forEachOperand(program[id].node, [&](ExprId operand) {
        if (!stage.at.count(operand)) // else it has a time of its own
          again(operand, time, again);
      });
    };
    for (const auto &[id, time] : stage.at)
      visit(id, time, visit);
    if (const ExprId value = program.stages[stage.stage].value; !stage.at.count(value))
      visit(value, stage.out, visit);
    return uses;
  }

  static bool isUsed(ExprId id, const std::set<Use> &uses) {
    const auto first = uses.lower_bound({id, {}, INT_MIN});
    return first != uses.end() && first->id == id;
  }

  /// Records an error for each read of `stage` (an update statement) that `uses` lacks. `uses` has
  /// the reads that are executed, with their times.
  void checkComplete(const StageSkew &stage, const std::set<Use> &uses) {
    for (ExprId id : ir::reachableFrom(program, {program.stages[stage.stage].value}))
      if (const auto *read = std::get_if<ir::Read>(&program[id].node); read && !isUsed(id, uses))
        find("{0} is read at no time", nameOf({id, *read}));
  }

  /// Records an error if `use` (a read with its time) reads a new cell before the reading thread
  /// can see it. A thread sees cells of other threads of its warp, and of other rows, after a delay
  /// in steps of the sweep.
  void checkWritten(const Use &use) {
    if (!isUpdated(use.read.field))
      return;
    int delay = plan.ownDelay;
    if (use.read.offset[0])
      delay = std::max(delay, plan.laneDelay);
    if (program.rank() == 3 && use.read.offset[1])
      delay = std::max(delay, plan.rowDelay);
    const int written = newAt(use.read) + delay;
    if (use.time < written)
      find("{0} is read at {1} and there at {2}", nameOf(use), use.time, written);
  }

  /// Records an error if `use` (a read with its time) reads a ghost plane beyond a low mirror or
  /// copy face before the plane of the grid with the same values is available. All updated planes
  /// near the face are checked. If a replay executes a step of the sweep again, the read by the
  /// replay is checked instead.
  void checkBeyond(const StageSkew &stage, const Use &use) {
    if (!repeatedReach(facts, use.read.field, along, Side::Low) ||
        (plan.steps == 1 && use.read.level < 1))
      return;
    const analysis::IndexMap map = facts.faces.at(use.read.field, along, Side::Low).anyMap();
    const Replay *replay = shape.replayOf(stage.stage);
    for (int plane = 0; plane + use.read.offset[along] < 0; ++plane) {
      const int beyond = -(plane + use.read.offset[along]);
      const int there = newAt(use.read) - use.read.offset[along] + wrappedIndex(map, beyond);
      const int step = plane + use.time;
      if (replay && step < replay->due)
        checkReplayed(*replay, use, step, there);
      else if (step < there)
        find("{0} is read at {1}, and beyond the face there at {2}", nameOf(use), use.time,
             there - plane);
    }
  }
  /// Records an error if `replay` (steps of the sweep that are executed again) does not include
  /// `step`. Also records one if the plane that `use` then reads is no longer kept. `there` is the
  /// step of the sweep in which that plane was loaded or computed.
  void checkReplayed(const Replay &replay, const Use &use, int step, int there) {
    const int age = replay.due - there;
    const bool isShared = use.read.level >= 0 && exchangesRows(shape, use.read.field);
    const int kept = isShared ? 2 : skew.ages.at(use.read.field);
    if (step < replay.due - replay.steps)
      find("{0} is read in step {1} beyond the face, and steps from {2} on are replayed",
           nameOf(use), step, replay.due - replay.steps);
    if (age < 1 || age > kept)
      find("{0} is read beyond the face by a replay when {1} steps old, and {2} are kept",
           nameOf(use), age, kept);
  }

  /// Records an error unless, in each of the `steps` time steps, the plane that `use` (a read with
  /// its time) reads is in a ring buffer of `slots` planes. Plane q of this buffer can be read in
  /// step q + `arrival` of the sweep and later, until a load overwrites it. If `isHeld`, each
  /// thread also has its own rows of one older plane in registers.
  void checkRing(const Use &use, int slots, int arrival, bool isHeld, int steps) {
    const int there = use.read.offset[along] + arrival;
    const int taken = there + slots - plan.ahead + (isHeld && !use.read.offset[1] ? 1 : 0);
    const int last = use.time + (steps - 1) * skew.lag;
    if (use.time < there)
      find("{0} is read at {1} and comes to shared memory at {2}", nameOf(use), use.time, there);
    if (last >= taken)
      find("{0} is read at {1}, and its place in shared memory is taken at {2}", nameOf(use), last,
           taken);
  }

  /// Records an error if `use` (a read with its time) reads a plane that its ring buffer does not
  /// have at that time, or if there is no ring buffer and other threads read the plane. Only the
  /// first time step reads fields that updates change from ring buffers. All time steps read other
  /// fields from there.
  void checkInMemory(const Use &use) {
    const ir::FieldId field = use.read.field;
    const Ring *ring = shape.ringOf(field);
    const PrivateRing *own = shape.privateRingOf({field, use.read.level});
    if (own)
      checkRing(use, own->slots, own->arrival, false, 1);
    else if (ring && use.read.level == 0)
      checkRing(use, ring->slots, ring->arrival, ring->isHeld, isUpdated(field) ? 1 : plan.steps);
    else if (use.read.level == 0 && (isUpdated(field) || crosses(use.read, along)))
      find("{0} is in no ring, and other threads read it", nameOf(use));
  }

  /// Records an error if `use` (a read with its time), executed by a later time step, reads a plane
  /// that threads no longer keep in registers.
  void checkInRegisters(const Use &use) {
    if (!isUpdated(use.read.field) || (plan.steps == 1 && use.read.level < 1))
      return;
    const int age = use.time - newAt(use.read), kept = skew.ages.at(use.read.field);
    if (age > kept)
      find("{0} is read when {1} steps old, and {2} are kept", nameOf(use), age, kept);
  }

  /// Records an error if `use` (a read with its time) reads rows of other threads that shared
  /// memory no longer has. Exchanged whole planes are kept for 2 steps of the sweep (three copies).
  /// Exchanged rows at the edges of warps are kept for 1 step (two copies).
  void checkExchanged(const Use &use) {
    if (program.rank() < 3 || !use.read.offset[1] || !isUpdated(use.read.field) ||
        (plan.steps == 1 && use.read.level < 1))
      return;
    const int age = use.time - newAt(use.read), places = plan.isWhole ? 3 : 2;
    if (age >= places || !exchangesRows(shape, use.read.field) || !shape.exchange.steps)
      find("rows of {0} are read when {1} steps old, and {2} wait in shared memory", nameOf(use),
           age, shape.exchange.steps ? places : 0);
  }

  /// Records an error if old values of frozen cells (which keep their values) are no longer kept
  /// when `stage` (an update statement) computes these cells. They may be in registers, in a ring
  /// buffer, or in copies in shared memory.
  void checkFrozen(const StageSkew &stage) {
    const ir::FieldId field = program.stages[stage.stage].target;
    const Ring *ring = shape.ringOf(field);
    const auto store = shape.faces.frozen.stores.find(field);
    if (program.stages[stage.stage].frozen.isZero() || program.rank() == 1 ||
        shape.tile.isUniform || !ring)
      return;
    // A single time step stores no lane or row that is frozen as a whole.
    if (plan.steps == 1 && shape.tile.endsFlush && store == shape.faces.frozen.stores.end())
      return;
    const int lag = skew.lag, inRegisters = skew.ages.at(field);
    const int inRing =
        ring->slots - plan.ahead - 1 + ring->arrival - skew.arrival.at(field) + ring->isHeld;
    const int inStore = store != shape.faces.frozen.stores.end() && store->second.slots
                            ? store->second.slots - 1 - (plan.steps - 1) * lag + ring->arrival -
                                  skew.arrival.at(field)
                            : -1;
    if (std::max({inRegisters, inRing, inStore}) < lag)
      find("cells of '{0}' that keep their value need those of {1} steps before, and {2}, {3} and "
           "{4} are kept",
           program.fields[field].name, lag, inRegisters, inRing, inStore);
  }

  /// Returns the bytes of shared memory that a block needs for ring buffers, exchanged cells,
  /// copies of frozen cells (which keep their values), and tables of coordinates. Barriers and
  /// padding are not counted.
  int sharedBytes() const {
    const auto cell = [&](ir::FieldId field) { return bytesOf(program.fields[field].storage); };
    const int plane = shape.tile.planeX * shape.tile.planeY;
    int bytes = 0;
    for (const Ring &ring : shape.loads.rings)
      bytes += ring.slots * plane * cell(ring.field) * (program.rank() == 3 ? 1 : plan.warps);
    for (const PrivateRing &ring : shape.loads.privateRings)
      bytes += ring.slots * shape.computedCells() * cell(ring.fieldLevel.field);
    for (ir::FieldId field : shape.exchanged(program))
      bytes +=
          shape.exchange.steps * cell(field) *
          (plan.isWhole ? 3 * plane
                        : 2 * plan.allTeams() * (shape.exchange.rowsLow + shape.exchange.rowsHigh) *
                              shape.tile.x.tile);
    for (const auto &[field, store] : shape.faces.frozen.stores) // columns at two faces, and rows
      bytes += store.slots * cell(field) *
               ((store.widths.low[0] + store.widths.high[0]) * shape.tile.y.tile +
                (store.widths.low[1] + store.widths.high[1]) * shape.tile.x.tile);
    if (shape.faces.images)
      bytes += static_cast<int>(sizeof(int)) * (shape.tile.x.tile + shape.tile.y.tile);
    return bytes;
  }

  const analysis::Facts &facts;
  const ir::Program &program;
  const WavefrontShape &shape;
  const WavefrontOptions &plan;
  const TimeSkew &skew;
  const int along;
  std::vector<std::string> findings;
};

} // namespace

std::vector<std::string> WavefrontShape::verify(const analysis::Facts &facts) const {
  return ShapeVerifier(facts, *this).run();
}

} // namespace stencilc::schedules
