/// \file One stage of a wavefront cut by rows: what each row of a plane adds to the rows around it.
///
/// Where whole planes are exchanged, a thread goes through the rows of a plane once, from the
/// lowest that it reads to the highest. A row's cells enter all updates that read them while they
/// are in registers; parts of updates wait for the rows to come, as parts wait for planes along the
/// sweep. No operation moves to another operand, so the bits stay.
#include "emit/Spelling.h"
#include "emit/Statements.h"
#include "emit/WavefrontStage.h"
#include "ir/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <climits>

namespace stencilc::emit {

using ir::ExprId;
using llvm::json::Array;
using llvm::json::Object;

namespace {
constexpr int kNoRow = INT_MIN;
}

/// The row, relative to the updated one, that `id` needs last when it is computed at `time`.
int WavefrontStage::rowOf(const Phase &all, ExprId id, int time) const {
  if (isOperation(id) && stage.at.at(id) < time)
    return kNoRow;
  if (const auto *read = std::get_if<ir::Read>(&program[id].node)) {
    const WaveRow row = rowRead(*read, time);
    return findWindow(all, row) ? row.dy : kNoRow;
  }
  if (const auto known = rowTimes.find(id); known != rowTimes.end())
    return known->second;
  int last = kNoRow;
  ir::forEachOperand(program[id].node,
                     [&](ExprId operand) { last = std::max(last, rowOf(all, operand, time)); });
  return last;
}

/// Moves values that only wait for planes to where the rows they are made of are read last: then
/// each can take the register of the one before it, which has been used.
void WavefrontStage::delayWaiting(const Phase &all,
                                  const std::map<ExprId, std::vector<ExprId>> &users) {
  std::map<WaveRow, int> lastRead;
  const auto forEachRow = [&](ExprId id, auto act) {
    const int time = stage.at.at(id);
    ir::forEachOperand(program[id].node, [&](ExprId operand) {
      if (const auto *read = std::get_if<ir::Read>(&program[operand].node))
        if (const WaveRow row = rowRead(*read, time); findWindow(all, row))
          act(row);
    });
  };
  for (const auto &[id, row] : rowTimes)
    forEachRow(id, [&, row = row](const WaveRow &read) {
      const auto [entry, isNew] = lastRead.try_emplace(read, row);
      entry->second = std::max(entry->second, row);
    });
  for (auto &[id, row] : rowTimes) {
    if (row == kNoRow || users.count(id) || !waiting.values.count({stage.stage, id}))
      continue;
    int last = INT_MAX;
    forEachRow(id, [&](const WaveRow &read) { last = std::min(last, lastRead.at(read)); });
    ir::forEachOperand(program[id].node, [&](ExprId operand) {
      if (isOperation(operand) && stage.at.at(operand) == stage.at.at(id) &&
          (isRead(operand) || rowTimes.at(operand) != kNoRow))
        last = row;
    });
    if (last != INT_MAX)
      row = std::max(row, last);
  }
}

/// When each operation happens, in rows. What needs no row happens as late as its uses allow.
void WavefrontStage::findRowTimes(const Phase &all) {
  std::vector<ExprId> free;
  for (const auto &[id, time] : stage.at) {
    rowTimes[id] = rowOf(all, id, time);
    if (rowTimes[id] == kNoRow)
      free.push_back(id);
  }
  std::map<ExprId, std::vector<ExprId>> users;
  for (const auto &[id, time] : stage.at)
    ir::forEachOperand(program[id].node, [&, id = id, time = time](ExprId operand) {
      if (isOperation(operand) && stage.at.at(operand) == time && !isRead(operand))
        users[operand].push_back(id);
    });
  delayWaiting(all, users);
  for (ExprId id : llvm::reverse(free)) { // users have higher ids
    int first = INT_MAX;
    for (ExprId user : users[id])
      first = std::min(first, rowTimes.at(user));
    rowTimes[id] = first == INT_MAX ? 0 : first;
  }
  for (const auto &[id, list] : users)
    for (ExprId user : list)
      if (rowTimes.at(user) > rowTimes.at(id) && !crossing.count(id))
        crossing[id] = keepsName(id) ? "" : scope.claim(readableName(program, id), "Part");
}

/// Whether a value has an array anyway: the stage's own, and those that wait for planes.
bool WavefrontStage::keepsName(ExprId id) const {
  return id == program.stages[stage.stage].value || waiting.values.count({stage.stage, id}) != 0;
}

/// The row that a value needs last which nothing that arrives enters, and its old one.
int WavefrontStage::fixedRow(const Phase &all, ExprId id) const {
  return std::max(0, rowOf(all, id, stage.out));
}

/// The array of a value that outlives the row it is computed at, one element per row of the thread.
std::string WavefrontStage::rowsOf(ExprId id, bool isOut) const {
  if (isOut)
    return state.names.view(program.stages[stage.stage].target, 0) + "_new_rows";
  if (const auto found = waiting.values.find({stage.stage, id}); found != waiting.values.end())
    return found->second + "_now_rows";
  return crossing.at(id);
}

/// What the row `dy` away adds; `all` are the rows of the whole update, `last` those needed beside
/// its value.
Object WavefrontStage::rowGroup(const Phase &all, Phase last, int dy) {
  Phase phase{false, scope, {}, {}};
  Array items;
  std::set<int, std::greater<>> times{stage.out};
  for (const auto &[id, time] : stage.at)
    times.insert(time);
  const ExprId value = program.stages[stage.stage].value;
  for (int time : times) {
    std::vector<ExprId> roots;
    const auto isHere = [&](ExprId id) {
      return dy == (isOperation(id) ? rowTimes.at(id) : fixedRow(all, id));
    };
    for (ExprId id : wanted(time, false))
      if (isHere(id))
        roots.push_back(id);
    for (const auto &[id, name] : crossing)
      if (stage.at.at(id) == time && isHere(id) &&
          std::find(roots.begin(), roots.end(), id) == roots.end())
        roots.push_back(id);
    LeafText text = leaves(phase, time);
    text.known = [&, time](ExprId id) -> std::string {
      if (!isOperation(id) || (isRead(id) && stage.at.at(id) == time))
        return "";
      if (stage.at.at(id) < time)
        return waitingText(id, time);
      return rowTimes.at(id) < dy ? rowsOf(id, id == value && stage.out == time) + "[j][i]" : "";
    };
    ExprPrinter printer(program, roots, text, phase.scope, state.functions);
    for (ExprId root : roots) {
      const Printed printed = printer.print(root);
      Array statements;
      appendStatements(statements, printed.statements);
      items.push_back(Object{{"statements", std::move(statements)},
                             {"array", rowsOf(root, root == value && stage.out == time)},
                             {"value", printed.value}});
    }
  }
  std::map<std::string, int> left;
  for (const auto &[row, margins] : phase.rows)
    left[waveRowName(state, row)] = margins.left;
  windowsFrom = &all;
  const bool finishes = dy == (isOperation(value) ? rowTimes.at(value) : fixedRow(all, value));
  for (auto row = last.rows.begin(); finishes && row != last.rows.end();) {
    const auto found = phase.rows.find(row->first);
    lastLeft[waveRowName(state, row->first)] = found == phase.rows.end() ? 0 : found->second.left;
    row = found == phase.rows.end() ? std::next(row) : last.rows.erase(row);
  }
  const bool hasItems = !items.empty();
  Object group{{"row", displaced("at", -dy)},
               {"hasItems", hasItems},
               {"rows", rowList(phase)},
               {"items", std::move(items)},
               {"lastRows", finishes ? rowList(last) : Array()},
               {"finishes", finishes}};
  windowsFrom = nullptr;
  settleMargins(*group.get("items"), left);
  return group;
}

/// Everything the rows of a plane add, from the lowest on; false where an update reads one row.
llvm::json::Value WavefrontStage::rowwise(const Phase &all, const Phase &last) {
  int low = 0, high = 0;
  for (const auto &[row, margins] : all.rows)
    if (const std::optional<Window> window = findWindow(all, row)) {
      low = std::max(low, window->low);
      high = std::max(high, window->high);
    }
  if (!shape.plan.isWhole || along != 2 || shape.pipeline.stages.size() > 1 || low + high == 0)
    return false;
  findRowTimes(all);
  Array groups;
  for (int dy = -low; dy <= high; ++dy) {
    Object group = rowGroup(all, last, dy);
    group["isLast"] = dy == high;
    groups.push_back(std::move(group));
  }
  Array arrays;
  for (const auto &[id, name] : crossing)
    if (!name.empty())
      arrays.push_back(Object{{"name", name}, {"type", typeName(program[id].type)}});
  return Object{{"rowsBelow", low},
                {"rowsAbove", high},
                {"rowGroups", std::move(groups)},
                {"arrays", std::move(arrays)}};
}

} // namespace stencilc::emit
