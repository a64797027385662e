/// \file Rows and columns of cells that one kernel reads.
#include "plan/cost/Column.h"
#include <algorithm>
#include <map>
#include <utility>

namespace stencilc::plan {

int widestCell(const analysis::Facts &facts) {
  int widest = 0;
  for (const auto &[field, reach] : facts.footprint.fields)
    widest = std::max(widest, bytesOf(facts.program.fields[field].storage));
  for (const ir::Stage &stage : facts.program.stages)
    widest = std::max(widest, bytesOf(facts.program.fields[stage.target].storage));
  return widest;
}

/// Rows (along x) that a kernel reads. The outer key is a field at one time level, with the row's
/// offset along the middle axis. The inner key is the row's offset along the last axis, in planes.
/// Offsets are relative to the updated cell.
using RowsRead = std::map<std::pair<analysis::FieldLevel, int>, std::map<int, Row>>;

static RowsRead rowsRead(const analysis::Facts &facts, const analysis::Kernel &kernel) {
  const ir::Program &program = facts.program;
  const auto forwarded = [&](const analysis::FieldLevel &fieldLevel) {
    return fieldLevel.level == 1 &&
           std::any_of(kernel.stages.begin(), kernel.stages.end(), [&](ir::StageId stage) {
             return program.stages[stage].target == fieldLevel.field;
           });
  };
  // With one axis all cells are one row. With two axes, the last axis is the one swept.
  const int planeAxis = program.rank() == 1 ? -1 : program.lastAxis();
  const int rowAxis = program.rank() == 3 ? 1 : -1;
  const auto along = [](const Offset &offset, int axis) { return axis < 0 ? 0 : offset[axis]; };
  RowsRead found;
  for (ir::StageId stage : kernel.stages)
    for (const auto &[fieldLevel, footprint] : facts.footprint.stages.at(stage).fieldLevels) {
      if (forwarded(fieldLevel))
        continue;
      for (const Offset &offset : footprint.offsets) {
        Row &read = found[{fieldLevel, along(offset, rowAxis)}][along(offset, planeAxis)];
        read.low = std::max(read.low, -offset[0]);
        read.high = std::max(read.high, offset[0]);
      }
    }
  return found;
}

std::vector<Column> columnsOf(const analysis::Facts &facts, const analysis::Kernel &kernel) {
  std::vector<Column> columns;
  for (const auto &[key, planes] : rowsRead(facts, kernel))
    for (const auto &[plane, row] : planes) {
      if (!planes.contains(plane - 1)) {
        Column column;
        column.fieldLevel = key.first;
        column.bytes = bytesOf(facts.program.fields[key.first.field].storage);
        column.row = key.second;
        column.first = plane;
        columns.push_back(column);
      }
      columns.back().last = plane;
      columns.back().rows.push_back(row);
    }
  return columns;
}

} // namespace stencilc::plan
