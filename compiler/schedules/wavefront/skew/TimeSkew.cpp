/// \file Finds the time skew: in which step of the sweep each part of an update runs.
#include "schedules/wavefront/skew/TimeSkew.h"
#include "ir/Walk.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/skew/Arrivals.h"
#include "schedules/wavefront/skew/SkewReach.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

using ir::ExprId;

namespace {

/// Builder of the time skew, which says in which step of the sweep each part of an update runs.
class Builder {
public:
  Builder(const analysis::Facts &facts, Neighbours neighbours)
      : facts(facts), program(facts.program), along(sweptAxis(facts.program)),
        neighbours(neighbours), earliest(facts.program), times(facts, neighbours) {}

  TimeSkew run() {
    ArrivalSearch search(program, earliest, times);
    const std::optional<Arrivals> tight = search.tight();
    const Arrivals arrivals = tight ? *tight : search.leastLag();
    skew.lag = arrivals.lag;
    skew.arrival = arrivals.at;
    for (ir::StageId id : program.stages.ids())
      skew.stages.push_back(stageOf(id, arrivals));
    countAges();
    for (StageSkew &stage : skew.stages)
      delay(stage);
    for (StageSkew &stage : skew.stages)
      collectWaiting(stage);
    findYoungest();
    measureSkew(facts, along, skew);
    skew.reads = readsOf(facts, skew);
    return std::move(skew);
  }

private:
  bool isUpdated(ir::FieldId field) const { return skew.arrival.count(field) != 0; }

  StageSkew stageOf(ir::StageId id, const Arrivals &arrivals) {
    StageSkew stage;
    stage.stage = id;
    stage.out = skew.arrival.at(program.stages[id].target) + skew.lag;
    earliest.find(id, [&](const ir::Read &read) { return times.timeOf(read, arrivals); });
    for (ExprId expr : earliest.expressionsOf(id)) {
      const int time = earliest.at(expr);
      if (time == kAnyTime) {
        stage.anyTime.insert(expr);
        continue;
      }
      const auto *read = std::get_if<ir::Read>(&program[expr].node);
      if (!read || crosses(*read, along))
        stage.at[expr] = time;
    }
    // The final value is computed when its plane is due, not earlier.
    if (!stage.anyTime.count(program.stages[id].value) && stage.at.count(program.stages[id].value))
      stage.at[program.stages[id].value] = stage.out;
    return stage;
  }

  bool isOwnRead(ExprId id) const {
    const auto *read = std::get_if<ir::Read>(&program[id].node);
    return read && isUpdated(read->field) && !crosses(*read, along);
  }

  /// Calls `use(operand, time)` for each operand of the stage's operations, and for its new value.
  /// `time` is the step of the sweep of the use, relative to the updated plane.
  template <class Use> void forEachUse(const StageSkew &stage, Use use) const {
    for (const auto &[id, time] : stage.at)
      ir::forEachOperand(program[id].node,
                         [&, time = time](ExprId operand) { use(operand, time); });
    use(program.stages[stage.stage].value, stage.out);
  }

  /// Returns true if the plane of `read` must be kept in registers or in a ring buffer until it is
  /// read. Kernels of one time step read older time levels from global memory instead.
  bool keepsPlane(const ir::Read &read) const { return read.level >= 0 || !neighbours.isSingle; }

  /// Sets `skew.ages`: for each updated field, the distance in planes from the newest plane to the
  /// oldest plane that is read.
  void countAges() {
    for (const auto &[field, arrival] : skew.arrival) {
      int &age = skew.ages[field] = 0;
      for (int beyond = repeatedReach(facts, field, along, Side::High); beyond > 0; --beyond)
        age =
            std::max(age, ageOfRepeated(facts.faces.at(field, along, Side::High).anyMap(), beyond));
    }
    for (const StageSkew &stage : skew.stages)
      forEachUse(stage, [&](ExprId operand, int time) {
        if (isOwnRead(operand))
          keepFor(std::get<ir::Read>(program[operand].node), time, skew.ages);
      });
    for (const StageSkew &stage : skew.stages)
      for (const auto &[id, time] : stage.at)
        if (const auto *read = std::get_if<ir::Read>(&program[id].node))
          keepFor(*read, time, skew.ages);
  }

  /// Sets `skew.youngest`: for each updated field, the distance in planes between its newest plane
  /// and the newest plane that an update reads. The distance is 0 if the field has a mirror or copy
  /// face at an end of the swept axis.
  void findYoungest() {
    for (const auto &[field, age] : skew.ages) {
      bool repeats = false;
      for (Side side : {Side::Low, Side::High})
        repeats |= repeatedReach(facts, field, along, side) > 0;
      skew.youngest[field] = repeats ? 0 : age;
    }
    const auto include = [&](ExprId id, int time) {
      const auto *read = std::get_if<ir::Read>(&program[id].node);
      if (!read || !isUpdated(read->field) || read->level > 0 || !keepsPlane(*read))
        return;
      int &age = skew.youngest[read->field];
      age = std::min(age, ageOf(*read, time));
    };
    for (const StageSkew &stage : skew.stages) {
      forEachUse(stage, include);
      for (const auto &[id, time] : stage.at)
        include(id, time);
    }
  }

  int ageOf(const ir::Read &read, int time) const { return time - arrivalOf(skew, read, along); }

  void keepFor(const ir::Read &read, int time, std::map<ir::FieldId, int> &ages) const {
    if (keepsPlane(read))
      ages[read.field] = std::max(ages[read.field], ageOf(read, time));
  }

  using Users = std::map<ExprId, std::set<ExprId>>;

  /// Returns a map from each operand of `stage` (an update statement) to the operations that use
  /// it.
  Users usersOf(const StageSkew &stage) const {
    Users users;
    for (const auto &[id, time] : stage.at)
      ir::forEachOperand(program[id].node,
                         [&, id = id](ExprId operand) { users[operand].insert(id); });
    return users;
  }

  /// Returns true if operation `id` of `stage` can be delayed to `time` without new partial sums.
  /// Its operands must be reads of its own column. Increases `ages` so that their planes are kept
  /// long enough. In kernels of one time step, other operands may be delayed, too, if only moved
  /// operations use them. Adds the moved operations to `moved`. Sets `isFree` if one of them reads
  /// a plane that need not be kept. `users` has the operations that use each operand.
  bool canMove(const StageSkew &stage, const Users &users, ExprId id, int time,
               std::map<ir::FieldId, int> &ages, std::set<ExprId> &moved, bool &isFree) const {
    moved.insert(id);
    bool can = true;
    ir::forEachOperand(program[id].node, [&](ExprId operand) {
      if (stage.anyTime.count(operand) || !can)
        return;
      if (isOwnRead(operand)) {
        const auto &read = std::get<ir::Read>(program[operand].node);
        keepFor(read, time, ages);
        isFree |= !keepsPlane(read);
        return;
      }
      can = neighbours.isSingle && !std::holds_alternative<ir::Read>(program[operand].node) &&
            std::all_of(users.at(operand).begin(), users.at(operand).end(),
                        [&](ExprId user) { return moved.count(user) != 0; }) &&
            canMove(stage, users, operand, time, ages, moved, isFree);
    });
    return can;
  }

  /// Returns the step of the sweep, relative to the updated plane, of each operand's first use.
  std::map<ExprId, int> firstUses(const StageSkew &stage) const {
    std::map<ExprId, int> first;
    forEachUse(stage, [&](ExprId operand, int time) {
      const auto [entry, isNew] = first.try_emplace(operand, time);
      entry->second = std::min(entry->second, time);
    });
    return first;
  }

  /// Moves operation `id` from step of the sweep `time` to `late`, that of its first use, if this
  /// takes no more registers. Planes of its operands are then kept in place of its value. `users`
  /// has the operations that use each operand. Returns true if the operation was moved.
  bool moveLater(StageSkew &stage, const Users &users, ExprId id, int time, int late) {
    std::map<ir::FieldId, int> kept = skew.ages;
    std::set<ExprId> moved;
    bool isFree = false;
    if (!canMove(stage, users, id, late, kept, moved, isFree) || (moved.size() > 1 && !isFree))
      return false;
    int extra = 0;
    for (const auto &[field, age] : kept)
      extra += (age - skew.ages.at(field)) * wordsOf(program.fields[field].storage);
    if (extra > (late - time) * wordsOf(program[id].type))
      return false;
    for (ExprId one : moved)
      stage.at[one] = late;
    skew.ages = kept;
    return true;
  }

  /// Moves operations of `stage` to later steps of the sweep until no move saves registers.
  void delay(StageSkew &stage) {
    const Users users = usersOf(stage);
    bool changed = true;
    while (changed) {
      changed = false;
      const std::map<ExprId, int> first = firstUses(stage);
      for (const auto &[id, time] : stage.at) {
        const auto use = first.find(id);
        if (use != first.end() && use->second > time &&
            !std::holds_alternative<ir::Read>(program[id].node))
          changed |= moveLater(stage, users, id, time, use->second);
      }
    }
  }

  /// Sets `stage.waiting` to the partial sums: values last used in a later step of the sweep.
  void collectWaiting(StageSkew &stage) const {
    std::map<ExprId, int> lastUse;
    forEachUse(stage, [&](ExprId operand, int time) {
      if (stage.at.count(operand)) {
        const auto [entry, isNew] = lastUse.try_emplace(operand, time);
        entry->second = std::max(entry->second, time);
      }
    });
    for (const auto &[id, last] : lastUse)
      if (last > stage.at.at(id))
        stage.waiting.push_back({id, stage.at.at(id), last - stage.at.at(id)});
    std::stable_sort(stage.waiting.begin(), stage.waiting.end(),
                     [](const Waiting &a, const Waiting &b) { return a.at > b.at; });
  }

  const analysis::Facts &facts;
  const ir::Program &program;
  const int along;
  const Neighbours neighbours;
  EarliestTimes earliest;
  const ReadTimes times;
  TimeSkew skew;
};

} // namespace

int sweptAxis(const ir::Program &program) { return std::max(1, program.lastAxis()); }

bool crosses(const ir::Read &read, int along) {
  for (int axis = 0; axis < along; ++axis)
    if (read.offset[axis])
      return true;
  return false;
}

int TimeSkew::lostCells(int steps, int axis, Side side) const {
  if (steps == 0)
    return 0;
  const int listed = std::min(steps, static_cast<int>(lost.size()));
  return lost[listed - 1].of(axis, side) + (steps - listed) * lost.front().of(axis, side);
}

int arrivalOf(const TimeSkew &skew, const ir::Read &read, int along) {
  return skew.arrival.at(read.field) + read.level * skew.lag + read.offset[along];
}

TimeSkew makeTimeSkew(const analysis::Facts &facts, Neighbours neighbours) {
  return Builder(facts, neighbours).run();
}

} // namespace stencilc::schedules
