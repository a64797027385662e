/// \file Rows of cells that a thread of a sweep holds in registers, and how they move from plane to
/// plane.
///
/// A row is identified by its displacement along the swept axis and the middle axis. When the sweep
/// advances by one plane, the row of plane z takes over the cells of the row of plane z + 1, its
/// partner. Rows without a partner, the newest ones, are loaded.
///
///     z+1   [ . ]        loaded                    u_zp1
///     z     [:::::]      core from z+1, margins loaded
///     z-1   [ . ]        core from z
#pragma once

#include "plan/Plan.h"

namespace stencilc::schedules {

/// Cells of a row that a thread holds in registers: its own adjacent cells, `left` cells before and
/// `right` cells after them.
struct SweepRow {
  int left = 0, right = 0;
};

/// Rows of one field level that a thread holds, by displacement. The displacement along x is always
/// 0.
using SweepRows = std::map<Offset, SweepRow, MemoryOrder>;

/// All rows that one sweep kernel reads from memory.
struct SweepShape : plan::Shape {
  int along = 0;           // the swept axis
  bool keepsColumn = true; // false: each row is loaded again in each plane
  std::map<analysis::FieldLevel, SweepRows> fieldLevels;

  /// Returns the row that lies one plane after `at` along the swept axis, with the same
  /// displacement along the middle axis. Returns null if the thread holds no such row.
  const SweepRow *nextOf(const SweepRows &rows, Offset at) const;
  /// Returns the row from which the row at `at` takes over its cells when the sweep advances by one
  /// plane. Returns null if it must be loaded.
  const SweepRow *partnerOf(const SweepRows &rows, Offset at) const {
    return keepsColumn ? nextOf(rows, at) : nullptr;
  }
  /// Returns the displacement of the newest row, along the swept axis, of the column through the
  /// updated cell.
  std::optional<Offset> newestOf(const SweepRows &rows) const;
};

/// Returns the rows of a sweep kernel. If columns are kept in registers, planes between those that
/// are read are held too, so that every cell is loaded once. Values of t+1 that an earlier stage of
/// the kernel computes are not loaded. Old values of frozen cells are.
SweepShape sweepShape(const analysis::Facts &facts, std::size_t index, bool keepsColumn);

/// Returns how many cells left and right of the thread's own cells `row` takes over from `partner`,
/// the row one plane later.
SweepRow movedMargins(const SweepRow &row, const SweepRow &partner);

/// Returns an explanation of the names of rows in the emitted code, such as "; _zm1 is plane z-1,
/// _ym1 is row y-1". It has one example for each axis, and is "" if there are none.
std::string rowExamples(const SweepShape &shape);

} // namespace stencilc::schedules
