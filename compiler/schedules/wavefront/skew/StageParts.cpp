/// \file Splits an update into an early part, computed from planes that were loaded in earlier
/// steps of the sweep, and a late part, computed with the newest plane.
#include "schedules/wavefront/skew/StageParts.h"
#include "ir/Walk.h"
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/faces/Repeats.h"
#include <algorithm>

namespace stencilc::schedules {

using ir::ExprId;

bool usesRaw(const analysis::Facts &facts, const WavefrontShape &shape) {
  // With lag 0, the newest cells of the time step before are also the old values of frozen cells.
  return shape.plan.steps > 1 && facts.program.rank() > 1 && shape.skew->stages.size() == 1 &&
         shape.skew->lag > 0 && needsOld(facts, shape.plan.steps);
}

StageParts::StageParts(const analysis::Facts &facts, const WavefrontShape &shape,
                       const StageSkew &stage)
    : program(facts.program), shape(shape), stage(stage), along(sweptAxis(facts.program)),
      facts(facts) {
  if (!shape.plan.isWhole)
    findEarly();
}

bool StageParts::waits(ExprId id) const {
  return std::any_of(stage.waiting.begin(), stage.waiting.end(),
                     [&](const Waiting &waiting) { return waiting.value == id; });
}

/// Returns true if the computation of expression `id` at `time` needs a plane of an updated field
/// that becomes new (is loaded or computed) in the same step of the sweep. A `time` of n means step
/// p + n of the sweep, where p is the updated plane.
bool StageParts::dependsOnNew(ExprId id, int time) {
  if (const auto *read = std::get_if<ir::Read>(&program[id].node)) {
    if (!shape.skew->arrival.count(read->field))
      return false;
    const int at = isOperation(id) ? stage.at.at(id) : time;
    const int arrival = arrivalOf(*shape.skew, *read, along), beyond = -read->offset[along];
    return at == time && (time == arrival || (time == arrival + 2 * beyond && // ghost of newest
                                              readsMirroredNode(facts, *read)));
  }
  if (isOperation(id) && stage.at.at(id) < time)
    return false;
  if (const auto known = newness.find({id, time}); known != newness.end())
    return known->second;
  bool depends = false;
  ir::forEachOperand(program[id].node,
                     [&](ExprId operand) { depends |= dependsOnNew(operand, time); });
  return newness[{id, time}] = depends;
}

/// Sets `early` to the expressions that the early part of the update computes, from planes that
/// became new in earlier steps. Sets `used` to those whose values the late part (with the newest
/// plane) uses.
void StageParts::findEarly() {
  for (const auto &[id, time] : stage.at)
    if (!dependsOnNew(id, time))
      early.insert(id);
  if (early.size() == stage.at.size()) // no new plane enters, so one part suffices
    early.clear();
  const auto use = [&](ExprId operand, int time) {
    if (early.count(operand) && stage.at.at(operand) == time)
      used.insert(operand);
  };
  for (const auto &[id, time] : stage.at)
    if (!early.count(id))
      ir::forEachOperand(program[id].node,
                         [&, time = time](ExprId operand) { use(operand, time); });
  if (early.empty())
    return;
  use(value(), stage.out);
  for (const Waiting &waiting : stage.waiting) // stored by the late part
    if (early.count(waiting.value))
      used.insert(waiting.value);
}

std::vector<int> StageParts::times(bool isEarly) const {
  std::set<int, std::greater<>> times;
  if (isEarly)
    for (ExprId id : used)
      times.insert(stage.at.at(id));
  else {
    for (const Waiting &waiting : stage.waiting)
      times.insert(waiting.at);
    times.insert(stage.out);
  }
  return {times.begin(), times.end()};
}

std::vector<ExprId> StageParts::wanted(int time, bool isEarly) const {
  std::vector<ExprId> list;
  if (isEarly) {
    for (ExprId id : used)
      if (stage.at.at(id) == time)
        list.push_back(id);
    return list;
  }
  for (const Waiting &waiting : stage.waiting)
    if (waiting.at == time)
      list.push_back(waiting.value);
  if (stage.out == time)
    list.push_back(value());
  return list;
}

WaveRow StageParts::rowRead(const ir::Read &read, int time) const {
  WaveRow row{read.field, read.level, 0, read.offset[1] * (along == 2)};
  row.age = shape.skew->arrival.count(read.field) ? time - arrivalOf(*shape.skew, read, along)
                                                  : time - read.offset[along];
  return row;
}

void StageParts::addRows(WaveRows &rows, ExprId root, int time,
                         const std::function<bool(ExprId)> &known) const {
  std::set<ExprId> seen;
  const auto whole = [&](int cells) { // alike tiles load multiples of a lane's cells
    return shape.tile.isUniform
               ? (cells + shape.plan.cells - 1) / shape.plan.cells * shape.plan.cells
               : cells;
  };
  const std::function<void(ExprId)> visit = [&](ExprId id) {
    if (!seen.insert(id).second || known(id))
      return;
    if (const auto *read = std::get_if<ir::Read>(&program[id].node)) {
      WaveMargins &margins = rows[rowRead(*read, time)];
      margins.left = std::max(margins.left, whole(std::max(0, -read->offset[0])));
      margins.right = std::max(margins.right, whole(std::max(0, read->offset[0])));
    }
    ir::forEachOperand(program[id].node, visit);
  };
  visit(root);
}

WaveRows StageParts::rowsOf(bool isEarly) const {
  WaveRows rows;
  for (int time : times(isEarly))
    for (ExprId root : wanted(time, isEarly))
      addRows(rows, root, time, [&](ExprId id) { return isKnown(id, time, isEarly); });
  return rows;
}

std::optional<WaveWindow> StageParts::findWindow(const WaveRows &rows, const WaveRow &row) const {
  if (along != 2 || row.isKept)
    return std::nullopt;
  WaveWindow window;
  for (const auto &[other, margins] : rows)
    if (other.field == row.field && other.level == row.level && other.age == row.age && other.dy) {
      window.low = std::max(window.low, -other.dy);
      window.high = std::max(window.high, other.dy);
      window.margins.left = std::max(window.margins.left, margins.left);
      window.margins.right = std::max(window.margins.right, margins.right);
    }
  if (!window.low && !window.high)
    return std::nullopt;
  return window;
}

} // namespace stencilc::schedules
