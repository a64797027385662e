/// \file Rows of cells that a thread of a sweep kernel keeps in registers.
#include "schedules/sweep/Rows.h"
#include "kernel/build/Readers.h"
#include <algorithm>
#include <utility>

namespace stencilc::schedules {

namespace {

/// Adds the cell at offset `read` from the updated cell to `rows`, the rows that a thread keeps in
/// registers. Creates the row of the cell, or widens it to the left or right.
void include(SweepRows &rows, Offset read) {
  const int x = std::exchange(read[0], 0);
  SweepRow &row = rows[read];
  row.left = std::max(row.left, -x);
  row.right = std::max(row.right, x);
}

/// Adds rows to `rows` until each displacement along y has a row in every plane between the lowest
/// and the highest that is read there. The added rows have only the thread's own cells. `along` is
/// the swept axis.
void fillGaps(SweepRows &rows, int along) {
  std::map<int, std::pair<int, int>> planes; // first and last plane
  for (const auto &[at, row] : rows) {
    const int between = along == 2 ? at[1] : 0;
    auto [entry, isNew] = planes.try_emplace(between, at[along], at[along]);
    entry->second.second = at[along]; // rows are sorted by plane
  }
  for (const auto &[between, range] : planes)
    for (int plane = range.first; plane <= range.second; ++plane) {
      Offset at;
      at[1] = between;
      at[along] = plane;
      rows[at];
    }
}

/// Returns the only axis along which the row at displacement `at` is displaced: 1 (y) or 2 (z).
/// Returns 0 if it is displaced along neither or both. Rows are never displaced along x (axis 0).
int onlyAxis(const Offset &at) {
  for (int axis = 1; axis < kMaxAxes; ++axis)
    if (at[axis] && std::abs(at[axis]) == at.distance())
      return axis;
  return 0;
}

/// Returns an explanation of the variable name of the row at displacement `at`, such as "_zm1 is
/// plane z-1". The row is displaced along `axis` only. The text is for a comment in the emitted
/// code.
std::string rowExample(const Offset &at, int axis) {
  return kernel::rowTail(at) + " is " + (axis == 2 ? "plane " : "row ") + kernel::axisName(axis) +
         (at[axis] < 0 ? "-" : "+") + std::to_string(std::abs(at[axis]));
}

} // namespace

SweepRow movedMargins(const SweepRow &row, const SweepRow &partner) {
  return {partner.left >= row.left ? row.left : 0, partner.right >= row.right ? row.right : 0};
}

const SweepRow *SweepShape::nextOf(const SweepRows &rows, Offset at) const {
  ++at[along];
  const auto next = rows.find(at);
  return next != rows.end() ? &next->second : nullptr;
}

std::optional<Offset> SweepShape::newestOf(const SweepRows &rows) const {
  std::optional<Offset> newest;
  for (const auto &[at, row] : rows)
    if (along == 1 || at[1] == 0)
      newest = at;
  return newest;
}

SweepShape sweepShape(const analysis::Facts &facts, std::size_t index, bool keepsColumn) {
  const ir::Program &program = facts.program;
  SweepShape shape;
  shape.along = program.lastAxis();
  shape.keepsColumn = keepsColumn;
  std::set<ir::FieldId> computed; // by earlier stages of the kernel
  for (ir::StageId id : facts.dependence.kernels[index].stages) {
    const ir::Stage &stage = program.stages[id];
    for (const auto &[fieldLevel, footprint] : facts.footprint.stages.at(id).fieldLevels) {
      if (fieldLevel.level == 1 && computed.count(fieldLevel.field))
        continue;
      for (const Offset &offset : footprint.offsets)
        include(shape.fieldLevels[fieldLevel], offset);
    }
    if (!stage.frozen.isZero())
      include(shape.fieldLevels[{stage.target, 0}], Offset());
    computed.insert(stage.target);
  }
  if (keepsColumn)
    for (auto &[fieldLevel, rows] : shape.fieldLevels)
      fillGaps(rows, shape.along);
  return shape;
}

std::string rowExamples(const SweepShape &shape) {
  std::map<int, std::string> all;
  for (const auto &[fieldLevel, rows] : shape.fieldLevels)
    for (const auto &[at, row] : rows)
      if (const int axis = onlyAxis(at))
        all.try_emplace(axis, rowExample(at, axis));
  std::string text;
  for (const auto &[axis, example] : all)
    text = example + (text.empty() ? "" : ", " + text);
  return text.empty() ? "" : "; " + text;
}

} // namespace stencilc::schedules
