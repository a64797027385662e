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

/// Cells of a row that a thread holds: its own adjacent cells, `left` cells before and `right`
/// cells after them.
struct SweepRow {
  int left = 0, right = 0;
};

/// Rows of one field level, plane by plane; the displacement along x is always 0.
using SweepRows = std::map<Offset, SweepRow, MemoryOrder>;

/// All rows that one kernel reads from memory.
struct SweepShape : plan::Shape {
  int along = 0;           // the swept axis
  bool keepsColumn = true; // false: each row is loaded again in each plane
  std::map<analysis::FieldLevel, SweepRows> fieldLevels;

  /// Returns the row one plane after `at` on the swept axis, with the same other displacement; null
  /// if there is none.
  const SweepRow *nextOf(const SweepRows &rows, Offset at) const;
  /// Returns the row that held in the previous plane what the row at `at` needs now; null if it
  /// must be loaded.
  const SweepRow *partnerOf(const SweepRows &rows, Offset at) const {
    return keepsColumn ? nextOf(rows, at) : nullptr;
  }
  /// Returns the newest row of the column through the cell itself.
  std::optional<Offset> newestOf(const SweepRows &rows) const;
};

/// Returns the rows of a kernel. If columns are kept, planes between two planes that are read are
/// held too, so that every cell is loaded once. Values of t+1 that an earlier stage of the kernel
/// computes are not loaded, but old values of frozen cells are.
SweepShape sweepShape(const analysis::Facts &facts, std::size_t index, bool keepsColumn);

/// Returns the margins of `row` that its partner held.
SweepRow movedMargins(const SweepRow &row, const SweepRow &partner);

/// Returns the explanation of the first names displaced along one axis, such as "; _zm1 is plane
/// z-1, _ym1 is row y-1", or "".
std::string rowExamples(const SweepShape &shape);

} // namespace stencilc::schedules
