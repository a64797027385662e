/// \file Rows and columns of cells that one kernel reads, from which its memory traffic is counted.
/// The schedule "sweep" decides in schedules/sweep/Rows.h which of them stay in registers or shared
/// memory.
#pragma once

#include "analysis/Facts.h"
#include "ir/StorageTypes.h"
#include <vector>

namespace stencilc::plan {

/// Cells of one row (along x) that a thread reads. They are the cells that the thread updates,
/// `low` cells before them and `high` cells after them.
struct Row {
  int low = 0, high = 0;
};

/// Rows of one field level (a field at one time level) that a kernel reads in consecutive planes
/// along the last axis. All rows have the same displacement along the middle axis, relative to the
/// updated cell. A plane that is not read divides the rows into two columns.
///
///         first        last          planes, relative to the updated one
///           |           |
///          [.] [:::::] [.]           one row each: [.] the updated cells alone,
///                                    [:::::] with margins, if neighbours along x are read
struct Column {
  analysis::FieldLevel fieldLevel;
  int bytes = 0; // of one cell in memory
  int row = 0;   // displacement along the middle axis; 0 with fewer than three axes
  int first = 0, last = 0;
  std::vector<Row> rows; // one for each of the planes first .. last

  int planes() const { return last - first + 1; }
};

/// Returns the columns (rows in consecutive planes) that `kernel` reads from memory, ordered by
/// field, time level and displacement. Values of time level t+1 that a stage of the same kernel
/// computes are left out, because they stay in registers.
std::vector<Column> columnsOf(const analysis::Facts &facts, const analysis::Kernel &kernel);

using ir::bytesOf; // bytes of one cell in memory
/// Returns the number of 32-bit registers that hold one value of `type`.
inline int wordsOf(ir::ScalarType type) { return type == ir::ScalarType::F64 ? 2 : 1; }
/// Returns the size in bytes of the widest cell that any kernel of the program reads or writes.
int widestCell(const analysis::Facts &facts);

/// Sizes in bytes: the widest memory access of a thread, a memory sector (smallest transfer of a
/// GPU), and a cache line.
inline constexpr int kAccessBytes = 16, kSectorBytes = 32, kLineBytes = 128;

} // namespace stencilc::plan
