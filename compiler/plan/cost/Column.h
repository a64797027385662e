/// \file Rows and columns of cells that one kernel reads, from which its memory traffic is counted.
/// The schedule "sweep" chooses in schedules/sweep/Rows.h which of them stay on the chip.
#pragma once

#include "analysis/Facts.h"
#include "ir/StorageTypes.h"
#include <vector>

namespace stencilc::plan {

/// Cells of one row along the first axis that a thread reads: the cells that it updates, `low`
/// cells before them and `high` cells after them.
struct Row {
  int low = 0, high = 0;
};

/// Rows of one field level at one displacement along the middle axis, in consecutive planes along
/// the last axis. A plane between them that is not read divides the rows into two columns.
///
///         first        last          planes, relative to the updated one
///           |           |
///          [.] [:::::] [.]           one row each: [.] the updated cells alone,
///                                    [:::::] with margins, if neighbours along x are read
struct Column {
  analysis::FieldLevel fieldLevel;
  int bytes = 0; // of one stored cell
  int row = 0;   // displacement along the middle axis; 0 with fewer than three axes
  int first = 0, last = 0;
  std::vector<Row> rows; // of the planes first .. last

  int planes() const { return last - first + 1; }
};

/// Returns the columns (rows in consecutive planes) that `kernel` reads from memory, ordered by
/// field, time level and displacement. Values of t+1 that an earlier stage of the same kernel
/// computes are left out, because they stay in registers.
std::vector<Column> columnsOf(const analysis::Facts &facts, const analysis::Kernel &kernel);

using ir::bytesOf; // bytes of one stored cell
/// Returns the number of 32-bit registers that hold one value.
inline int wordsOf(ir::ScalarType type) { return type == ir::ScalarType::F64 ? 2 : 1; }
/// Returns the bytes of the widest cell that any kernel reads or writes.
int widestCell(const analysis::Facts &facts);

/// Bytes of the widest memory access of a thread, of a memory sector (the smallest transfer of a
/// GPU), and of a cache line.
inline constexpr int kAccessBytes = 16, kSectorBytes = 32, kLineBytes = 128;

} // namespace stencilc::plan
