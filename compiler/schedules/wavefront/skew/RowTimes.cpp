/// \file Finds out which row of a plane must be loaded before each part of an update is computed.
#include "schedules/wavefront/skew/RowTimes.h"
#include "ir/Walk.h"
#include <algorithm>
#include <climits>

namespace stencilc::schedules {

using ir::ExprId;

static constexpr int kNoRow = INT_MIN; // row of values that need none

RowTimes::RowTimes(const StageParts &parts, const WaveRows &rows) : parts(parts), rows(rows) {
  if (!parts.shape.plan.isWhole || parts.along != 2 || parts.shape.skew->stages.size() > 1)
    return;
  for (const auto &[row, margins] : rows)
    if (const std::optional<WaveWindow> window = parts.findWindow(rows, row)) {
      low = std::max(low, window->low);
      high = std::max(high, window->high);
    }
  if (isCut())
    findTimes();
}

/// Returns the highest row that must be loaded before expression `id` can be computed at `time`, as
/// an offset along y from the updated row. A `time` of n means step p + n of the sweep, where p is
/// the updated plane. Returns kNoRow if no row must be loaded.
int RowTimes::neededRow(ExprId id, int time) const {
  if (parts.isOperation(id) && parts.stage.at.at(id) < time)
    return kNoRow;
  if (const auto *read = std::get_if<ir::Read>(&parts.program[id].node)) {
    const WaveRow row = parts.rowRead(*read, time);
    return parts.findWindow(rows, row) ? row.dy : kNoRow;
  }
  if (const auto known = rowTimes.find(id); known != rowTimes.end())
    return known->second;
  int last = kNoRow;
  ir::forEachOperand(parts.program[id].node,
                     [&](ExprId operand) { last = std::max(last, neededRow(operand, time)); });
  return last;
}

/// A partial sum that is first used when a later plane arrives need not be computed at once. Delays
/// its computation to the load of the row with which one of its operands is used for the last time.
/// The sum can then take the register of the sum for the plane before, which is no longer needed.
/// `users` maps each value to the operations that use it in the same step of the sweep.
void RowTimes::delayWaiting(const Users &users) {
  const StageSkew &stage = parts.stage;
  std::map<WaveRow, int> lastRead;
  const auto forEachRow = [&](ExprId id, auto act) {
    const int time = stage.at.at(id);
    ir::forEachOperand(parts.program[id].node, [&](ExprId operand) {
      if (const auto *read = std::get_if<ir::Read>(&parts.program[operand].node))
        if (const WaveRow row = parts.rowRead(*read, time); parts.findWindow(rows, row))
          act(row);
    });
  };
  for (const auto &[id, row] : rowTimes)
    forEachRow(id, [&, row = row](const WaveRow &read) {
      const auto [entry, isNew] = lastRead.try_emplace(read, row);
      entry->second = std::max(entry->second, row);
    });
  for (auto &[id, row] : rowTimes) {
    if (row == kNoRow || users.count(id) || !parts.waits(id))
      continue;
    int last = INT_MAX;
    forEachRow(id, [&](const WaveRow &read) { last = std::min(last, lastRead.at(read)); });
    ir::forEachOperand(parts.program[id].node, [&](ExprId operand) {
      if (parts.isOperation(operand) && stage.at.at(operand) == stage.at.at(id) &&
          (parts.isRead(operand) || rowTimes.at(operand) != kNoRow))
        last = row;
    });
    if (last != INT_MAX)
      row = std::max(row, last);
  }
}

/// Sets `rowTimes`, which has for each value of the stage the row after whose load it is computed.
/// A value that needs no row is computed when it is first used. Sets `crossings` to the values that
/// are still used after the load of a later row.
void RowTimes::findTimes() {
  const StageSkew &stage = parts.stage;
  std::vector<ExprId> free;
  for (const auto &[id, time] : stage.at) {
    rowTimes[id] = neededRow(id, time);
    if (rowTimes[id] == kNoRow)
      free.push_back(id);
  }
  Users users;
  for (const auto &[id, time] : stage.at)
    ir::forEachOperand(parts.program[id].node, [&, id = id, time = time](ExprId operand) {
      if (parts.isOperation(operand) && stage.at.at(operand) == time && !parts.isRead(operand))
        users[operand].push_back(id);
    });
  delayWaiting(users);
  std::reverse(free.begin(), free.end()); // users have higher ids
  for (ExprId id : free) {
    int first = INT_MAX;
    for (ExprId user : users[id])
      first = std::min(first, rowTimes.at(user));
    rowTimes[id] = first == INT_MAX ? 0 : first;
  }
  for (const auto &[id, list] : users)
    for (ExprId user : list)
      if (rowTimes.at(user) > rowTimes.at(id))
        crossings.insert(id);
}

int RowTimes::rowOf(ExprId id) const {
  if (parts.isOperation(id))
    return rowTimes.at(id);
  return std::max(0, neededRow(id, parts.stage.out)); // it reads no updated field
}

std::vector<int> RowTimes::times() const {
  std::set<int, std::greater<>> times{parts.stage.out};
  for (const auto &[id, time] : parts.stage.at)
    times.insert(time);
  return {times.begin(), times.end()};
}

std::vector<ExprId> RowTimes::computedAt(int dy, int time) const {
  std::vector<ExprId> roots;
  for (ExprId id : parts.wanted(time, false))
    if (dy == rowOf(id))
      roots.push_back(id);
  for (ExprId id : crossings)
    if (parts.stage.at.at(id) == time && dy == rowOf(id) &&
        std::find(roots.begin(), roots.end(), id) == roots.end())
      roots.push_back(id);
  return roots;
}

bool RowTimes::isKnown(ExprId id, int time, int dy) const {
  if (!parts.isOperation(id) || (parts.isRead(id) && parts.stage.at.at(id) == time))
    return false;
  return parts.stage.at.at(id) < time || rowTimes.at(id) < dy;
}

} // namespace stencilc::schedules
