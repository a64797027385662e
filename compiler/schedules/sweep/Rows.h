/// \file Rows of cells that a thread of a sweep keeps in registers from plane to plane.
///
/// A row is identified by its displacement along the swept axis and the middle axis. When the sweep
/// advances by one plane, the row of plane z takes over the cells of the row of plane z + 1, its
/// partner. Rows without a partner, the newest ones, are loaded.
///
///     z+1   [ . ]        loaded                    u_zp1
///     z     [:::::]      core from z+1, margins loaded
///     z-1   [ . ]        core from z
#pragma once

#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Numbers of cells of a row that a thread keeps in registers in addition to its own adjacent
/// cells: `left` cells before and `right` cells after them.
struct SweepRow {
  int left = 0, right = 0;
};

/// Rows of one field at one time level that a thread keeps in registers. The key is the
/// displacement of the row from the updated cell, which is 0 along x.
using SweepRows = std::map<Offset, SweepRow, MemoryOrder>;

/// Shape of a sweep kernel with cells in registers: the rows that a thread loads for each field
/// level (a field at one time level).
struct SweepShape : plan::Shape {
  int along = 0;                // axis along which blocks sweep
  bool keepsColumn = true;      // false: each row is loaded again in each plane
  bool streamingStores = false; // caches evict stored cells first
  std::map<analysis::FieldLevel, SweepRows> fieldLevels;

  /// Returns the row of `rows` that lies one plane after `at` along the swept axis, with the same
  /// displacement along the middle axis. Returns null if there is none.
  const SweepRow *nextOf(const SweepRows &rows, Offset at) const;
  /// Returns the row of `rows` from which the row at `at` takes over its cells when the sweep
  /// advances by one plane. Returns null if the row at `at` must be loaded.
  const SweepRow *partnerOf(const SweepRows &rows, Offset at) const {
    return keepsColumn ? nextOf(rows, at) : nullptr;
  }
  /// Returns the displacement of the row in the highest plane, among those rows of `rows` that are
  /// displaced from the updated cell along the swept axis only. Returns nullopt if there is none.
  std::optional<Offset> newestOf(const SweepRows &rows) const;
};

/// Returns the rows that a thread of kernel number `index` needs for an update, the old values of
/// frozen cells (which keep their values) included. Results of earlier stages of the kernel are not
/// loaded. If `keepsColumn`, cells stay in registers from plane to plane, and each cell is loaded
/// once. The result then also has rows in all planes between those that are read.
SweepShape sweepShape(const analysis::Facts &facts, std::size_t index, bool keepsColumn);

/// Returns how many cells left and right of the thread's own cells the row `row` takes over from
/// `partner`, the row one plane later, when the sweep advances. On each side these are all cells of
/// `row` there, or 0 if `partner` has fewer.
SweepRow movedMargins(const SweepRow &row, const SweepRow &partner);

/// Returns an explanation of the names of rows for a comment in the emitted code, such as "; _zm1
/// is plane z-1, _ym1 is row y-1". It has one example for each axis along which rows are displaced,
/// and is "" if there is none.
std::string rowExamples(const SweepShape &shape);

} // namespace stencilc::schedules
