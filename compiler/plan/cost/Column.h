/// \file Rows and columns of cells that one kernel reads, from which its memory traffic is counted.
/// The schedule "sweep" decides in schedules/sweep/Rows.h which of them are in registers or shared
/// memory.
#pragma once

#include "analysis/Facts.h"
#include "ir/StorageTypes.h"
#include <vector>

namespace stencilc::plan {

/// Margins of a row (along x) of cells that a thread reads. The row begins `low` cells before the
/// cells that the thread updates, and ends `high` cells after them.
struct Row {
  int low = 0, high = 0;
};

/// Rows of one field level (a field at one time level) that a kernel reads in consecutive planes
/// along the last axis. They have the same offset along the middle axis, relative to the updated
/// cell. If a plane in between is not read, the rows form two columns.
///
///         first        last          planes, relative to the updated one
///           |           |
///          [.] [:::::] [.]           a row in each plane: [.] has only the offset 0 along x,
///                                    [:::::] has also offsets left and right (low, high)
struct Column {
  analysis::FieldLevel fieldLevel;
  int bytes = 0;           // bytes of one cell in memory
  int row = 0;             // offset along the middle axis; 0 with fewer than three axes
  int first = 0, last = 0; // offsets of the first and the last plane along the last axis
  std::vector<Row> rows;   // one for each of the planes `first` to `last`

  int planes() const { return last - first + 1; }
};

/// Returns the columns (rows in consecutive planes) that `kernel` reads from memory, sorted by
/// field, time level and offset. Reads of a time level t + 1 that the kernel itself computes are
/// left out, because these values are in registers.
std::vector<Column> columnsOf(const analysis::Facts &facts, const analysis::Kernel &kernel);

using ir::bytesOf; // bytes of one cell in memory
/// Returns the number of 32-bit registers that hold one value of `type`.
inline int wordsOf(ir::ScalarType type) { return type == ir::ScalarType::F64 ? 2 : 1; }
/// Returns the size in bytes of the widest cell that any kernel of the program reads or writes.
int widestCell(const analysis::Facts &facts);

/// Sizes in bytes. kAccessBytes is the widest memory access of a thread. kSectorBytes is the
/// smallest transfer between device memory and L2. kLineBytes is a cache line.
inline constexpr int kAccessBytes = 16, kSectorBytes = 32, kLineBytes = 128;

} // namespace stencilc::plan
