/// \file What one kernel reads, row by row: what traffic is counted from. What a sweep holds of it
/// is its shape (schedules/sweep/Rows.h).
#pragma once

#include "analysis/Facts.h"
#include "ir/StorageTypes.h"
#include <vector>

namespace stencilc::plan {

/// A row of cells along the contiguous axis, read by a thread that owns `cells` neighbouring cells
/// of it: those cells, `low` before and `high` after them.
struct Row {
  int low = 0, high = 0;
};

/// The rows of one field level at one displacement along the middle axis, in consecutive planes
/// along the last axis. Where a plane in between is not read, two columns arise.
///
///     first        last          planes, relative to the one being updated
///       |           |
///      [.] [:::::] [.]           one row each, with margins where neighbours along x are read
struct Column {
  analysis::FieldLevel fieldLevel;
  int bytes = 0; // of a stored cell
  int row = 0;   // displacement along the middle axis; 0 with fewer than three axes
  int first = 0, last = 0;
  std::vector<Row> rows; // of the planes first .. last

  int planes() const { return last - first + 1; }
};

/// Every column `kernel` reads from memory, ordered by field level and displacement; values of t+1
/// that an earlier stage of the same kernel has just computed are not among them.
std::vector<Column> columnsOf(const analysis::Facts &facts, const analysis::Kernel &kernel);

using ir::bytesOf; // of a stored cell
/// Registers that hold one value.
inline int wordsOf(ir::ScalarType type) { return type == ir::ScalarType::F64 ? 2 : 1; }
/// Bytes of the widest cell that any kernel reads or writes.
int widestCell(const analysis::Facts &facts);

/// The widest access of a thread; what memory brings at least; a line of the caches.
inline constexpr int kAccessBytes = 16, kSectorBytes = 32, kLineBytes = 128;

} // namespace stencilc::plan
