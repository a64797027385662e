/// \file Summarizes the reads of one time step, from which ring buffers are sized for every tile.
#include "schedules/wavefront/skew/SkewReads.h"
#include "ir/Walk.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/skew/Replay.h"
#include "schedules/wavefront/skew/TimeSkew.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::schedules {

using ir::ExprId;

namespace {

/// Collector of the properties of all reads of one time step. It visits each expression once for
/// each time at which the expression is used.
class Summary {
public:
  Summary(const analysis::Facts &facts, const TimeSkew &skew)
      : facts(facts), program(facts.program), skew(skew), along(sweptAxis(facts.program)) {}

  SkewReads run() {
    reads.planesBack = planesBack();
    reads.replays = llvm::any_of(program.fields.ids(),
                                 [&](ir::FieldId field) { return isReplayed(facts, field); });
    for (const StageSkew &stage : skew.stages) {
      addFromMemory(stage);
      for (const auto &[id, time] : stage.at)
        if (const auto *read = std::get_if<ir::Read>(&program[id].node))
          addAcross(*read, time);
      for (const Waiting &sum : stage.waiting)
        reads.sumWords += sum.depth * plan::wordsOf(program[sum.value].type);
    }
    return std::move(reads);
  }

private:
  /// Returns the distance in planes from the updated plane down to the lowest plane of updated
  /// fields that a stage (update statement) reads. With several stages, it is the smallest of their
  /// distances.
  int planesBack() const {
    int least = INT_MAX;
    for (const auto &[stage, footprint] : facts.footprint.stages) {
      int low = 0;
      for (const auto &[fieldLevel, read] : footprint.fieldLevels)
        if (skew.arrival.count(fieldLevel.field))
          low = std::max(low, read.reach.low[along]);
      least = std::min(least, low);
    }
    return least;
  }

  /// Adds `read`, which needs cells of another column (cells with other x or y), to `reads`, the
  /// summary. The read is used at `time`. A `time` of n means step p + n of the sweep, where p is
  /// the updated plane.
  void addAcross(const ir::Read &read, int time) {
    reads.readsNew |= read.level == 1;
    if (read.level != 0 || !read.offset[1])
      return;
    const int age = time - arrivalOf(skew, read, along);
    const auto [entry, isNew] = reads.lastRows.try_emplace(read.field, age);
    entry->second = std::max(entry->second, age);
  }

  void add(const analysis::FieldLevel &fieldLevel, const ir::Read &read, int time) {
    ReadAges &ages = reads.fromMemory[fieldLevel];
    const int age = time - read.offset[along];
    int &first = read.offset[1] ? ages.firstRows : ages.firstOwn;
    first = std::min(first, age);
    ages.last = std::max(ages.last, age);
    if (read.offset[1])
      ages.lastRows = std::max(ages.lastRows, age);
  }

  /// Adds the reads in expression `id`, which reads no updated field, to the summary. The
  /// expression is used at `time`. A `time` of n means step p + n of the sweep, where p is the
  /// updated plane. `seen` contains the pairs of expression and time that have been visited.
  void addConstant(ExprId id, int time, std::set<std::pair<ExprId, int>> &seen) {
    if (!seen.insert({id, time}).second)
      return;
    if (const auto *read = std::get_if<ir::Read>(&program[id].node))
      add({read->field, 0}, *read, time);
    ir::forEachOperand(program[id].node, [&](ExprId operand) { addConstant(operand, time, seen); });
  }

  void addFromMemory(const StageSkew &stage) {
    std::set<std::pair<ExprId, int>> seen;
    const auto use = [&](ExprId operand, int time) {
      if (stage.anyTime.count(operand))
        addConstant(operand, time, seen);
      else if (const auto *read = std::get_if<ir::Read>(&program[operand].node);
               read && read->level < 0 && !stage.at.count(operand))
        add({read->field, read->level}, *read, time);
    };
    for (const auto &[id, time] : stage.at)
      ir::forEachOperand(program[id].node, [&, time = time](ExprId id) { use(id, time); });
    use(program.stages[stage.stage].value, stage.out);
  }

  const analysis::Facts &facts;
  const ir::Program &program;
  const TimeSkew &skew;
  const int along;
  SkewReads reads;
};

} // namespace

SkewReads readsOf(const analysis::Facts &facts, const TimeSkew &skew) {
  return Summary(facts, skew).run();
}

} // namespace stencilc::schedules
