/// \file Finds the replays of a kernel: steps executed again to correct values near the low face.
#include "schedules/wavefront/skew/Replay.h"
#include "ir/Walk.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/shape/Shape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using ir::ExprId;

bool isReplayed(const analysis::Facts &facts, ir::FieldId field) {
  if (facts.program.rank() < 3 || !repeatedReach(facts, field, 2, Side::Low))
    return false;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, read] : footprint.fieldLevels)
      if (fieldLevel.field == field && llvm::any_of(read.offsets, [](const Offset &offset) {
            return offset[1] && offset[2] < 0;
          }))
        return true;
  return false;
}

int replayedPlane(const analysis::Facts &facts, ir::FieldId field) {
  const int along = sweptAxis(facts.program);
  return wrappedIndex(facts.faces.at(field, along, Side::Low).anyMap(),
                      repeatedReach(facts, field, along, Side::Low));
}

int ageInReplay(const analysis::Facts &facts, const TimeSkew &skew, const Replay &replay,
                const ReplayedRow &row) {
  const int first = skew.arrival.at(row.field) + row.level * skew.lag; // plane 0 is new
  const int plane = replay.due - row.behind - row.age - first;
  const int along = sweptAxis(facts.program);
  const int reach = repeatedReach(facts, row.field, along, Side::Low);
  if (plane >= 0 || !reach)
    return row.age + row.behind;
  const analysis::IndexMap map = facts.faces.at(row.field, along, Side::Low).anyMap();
  return replay.due - first - wrappedIndex(map, std::min(-plane, reach));
}

namespace {

/// Finder of the replays (steps executed again near the low face) of all stages (update
/// statements). It also checks that every plane which a replay reads is still in registers or
/// shared memory when the replay runs.
class ReplayFinder {
public:
  ReplayFinder(const analysis::Facts &facts, const WavefrontShape &shape, std::string &reason)
      : facts(facts), program(facts.program), shape(shape), skew(*shape.skew),
        along(sweptAxis(facts.program)), reason(reason) {}

  std::optional<std::vector<Replay>> run() {
    std::vector<Replay> replays;
    for (const StageSkew &stage : skew.stages)
      if (const std::optional<Replay> replay = replayOf(stage)) {
        if (!findsAll(stage, *replay))
          return std::nullopt;
        replays.push_back(*replay);
      }
    return replays;
  }

private:
  /// Calls `visit(read, time)` for each read of `stage` and each time at which it is used. A time
  /// of n means step p + n of the sweep, where p is the updated plane.
  template <class Visit> void forEachRead(const StageSkew &stage, Visit visit) const {
    const auto use = [&](ExprId operand, int time, const auto &again) -> void {
      if (stage.at.count(operand))
        return; // it has a time of its own
      if (const auto *read = std::get_if<ir::Read>(&program[operand].node))
        visit(*read, time);
      ir::forEachOperand(program[operand].node, [&](ExprId id) { again(id, time, again); });
    };
    for (const auto &[id, time] : stage.at) {
      if (const auto *read = std::get_if<ir::Read>(&program[id].node))
        visit(*read, time);
      ir::forEachOperand(program[id].node,
                         [&, time = time](ExprId operand) { use(operand, time, use); });
    }
  }

  /// Returns the replay (steps executed again near the low face) that `stage` needs, or `nullopt`
  /// if it needs none. It runs as soon as other threads can read the last source plane. Source
  /// planes are the planes of the grid whose values ghost planes have.
  std::optional<Replay> replayOf(const StageSkew &stage) const {
    Replay replay{stage.stage, INT_MIN, 0, 1};
    int first = INT_MAX;
    forEachRead(stage, [&](const ir::Read &read, int time) {
      first = std::min(first, time);
      if (read.offset[along] >= 0 || !isReplayed(facts, read.field))
        return;
      replay.due = std::max(replay.due, skew.arrival.at(read.field) + read.level * skew.lag +
                                            replayedPlane(facts, read.field) + shape.plan.rowDelay);
      if (read.level > 0)
        replay.firstTime = 0;
    });
    if (replay.due == INT_MIN || replay.firstTime >= shape.plan.steps)
      return std::nullopt;
    replay.steps = replay.due - first;
    return replay;
  }

  /// Returns true if every plane that `replay` (steps executed again near the low face) reads for
  /// `stage` is still in registers or shared memory. Otherwise sets `reason` and returns false.
  bool findsAll(const StageSkew &stage, const Replay &replay) {
    bool isThere = true;
    forEachRead(stage, [&](const ir::Read &read, int time) {
      for (int behind = 1; behind <= replay.steps && isThere; ++behind)
        if (time <= replay.lastTime(behind) && skew.arrival.count(read.field))
          isThere = finds(replay, read, time, behind);
    });
    return isThere;
  }

  /// Returns true if the plane of `read` is still in registers or shared memory when `replay`
  /// executes a step of the sweep again. This step lies `behind` steps before the step in which the
  /// replay runs. The read is used at `time`. A `time` of n means step p + n of the sweep, where p
  /// is the updated plane. Otherwise sets `reason` and returns false.
  bool finds(const Replay &replay, const ir::Read &read, int time, int behind) {
    const int age = ageInReplay(
        facts, skew, replay, {read.field, read.level, time - arrivalOf(skew, read, along), behind});
    const bool isShared = exchangesRows(shape, read.field) && read.level >= 0;
    const int oldest = isShared ? 2 : skew.ages.at(read.field);
    if (age >= 1 && age <= oldest)
      return true;
    return refuse(read.field, isShared ? "are no longer exchanged when the last of these is loaded"
                                       : "are no longer kept when the last of these is loaded");
  }

  /// Sets `reason` to a message for the user, which says that planes of `field` are not available
  /// to a replay. `why` is the part of the message that says why. Returns false.
  bool refuse(ir::FieldId field, const char *why) {
    reason = llvm::formatv("it reads other rows of planes beyond {0}.low, which are copies of "
                           "later planes, and planes of '{1}' {2}; use sweep",
                           program.axes[along], program.fields[field].name, why)
                 .str();
    return false;
  }

  const analysis::Facts &facts;
  const ir::Program &program;
  const WavefrontShape &shape;
  const TimeSkew &skew;
  const int along;
  std::string &reason;
};

} // namespace

std::optional<std::vector<Replay>> findReplays(const analysis::Facts &facts,
                                               const WavefrontShape &shape, std::string &reason) {
  if (!shape.skew->reads.replays)
    return std::vector<Replay>();
  return ReplayFinder(facts, shape, reason).run();
}

} // namespace stencilc::schedules
