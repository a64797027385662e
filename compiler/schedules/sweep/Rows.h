/// \file Rows of cells that a thread of a sweep kernel keeps in registers from plane to plane.
///
/// A row is identified by its displacement from the updated cell along the swept axis and, with
/// three axes, along y. When the sweep advances by one plane, the row of plane z takes over the
/// cells of the row of plane z + 1, its partner. Rows without a partner, such as those in the
/// newest plane, are loaded.
///
///     z+1   [ . ]        loaded                                 u_zp1
///     z     [:::::]      core from z+1; cells at both ends loaded
///     z-1   [ . ]        core from z
#pragma once

#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Numbers of cells that a thread keeps of one row, in addition to its own adjacent cells: `left`
/// cells before and `right` cells after them along x.
struct SweepRow {
  int left = 0, right = 0;
};

/// Rows of one field at one time level that a thread keeps in registers. The key is the
/// displacement of the row from the updated cell, with 0 along x.
using SweepRows = std::map<Offset, SweepRow, MemoryOrder>;

/// Rows of cells that a thread of a sweep kernel keeps in registers, for each field level (a field
/// at one time level) that the kernel reads. It is a part of the kernel's plan.
struct SweepShape : plan::Shape {
  int along = 0;                // axis along which blocks sweep: the last one
  bool keepsColumn = true;      // cells move on from plane to plane; false: they are loaded again
  bool streamingStores = false; // caches evict new cells first, after these are written
  std::map<analysis::FieldLevel, SweepRows> fieldLevels;

  /// Returns the row of `rows` that lies one plane higher than the row at displacement `at`, at the
  /// same displacement along y. Returns null if `rows` has no such row.
  const SweepRow *nextOf(const SweepRows &rows, Offset at) const;
  /// Returns the row of `rows` whose cells the row at displacement `at` takes over when the sweep
  /// advances by one plane. It lies one plane higher. Returns null if the row at `at` must be
  /// loaded.
  const SweepRow *partnerOf(const SweepRows &rows, Offset at) const {
    return keepsColumn ? nextOf(rows, at) : nullptr;
  }
  /// Returns the displacement of one row of `rows`: the one in the highest plane, among the rows
  /// that are displaced from the updated cell along the swept axis only. Returns nullopt if `rows`
  /// has no such row.
  std::optional<Offset> newestOf(const SweepRows &rows) const;
};

/// Returns the rows of cells that a thread of kernel number `index` needs in registers for an
/// update. They include the old values of frozen cells (boundary cells that keep their values).
/// They do not include new values that earlier stages (update statements) of the kernel compute.
///
/// If `keepsColumn`, cells stay in registers from plane to plane. The result then also has rows in
/// all planes between those that are read.
SweepShape sweepShape(const analysis::Facts &facts, std::size_t index, bool keepsColumn);

/// Returns how many cells left and right of the thread's own cells `row` takes over from `partner`
/// when the sweep advances. `partner` is the row one plane higher. On each side, the number is that
/// of `row`, or 0 if `partner` has fewer cells there.
SweepRow movedMargins(const SweepRow &row, const SweepRow &partner);

/// Returns text for a comment in the emitted code that explains the names of rows, such as "; _zm1
/// is plane z-1, _ym1 is row y-1". The text has one example for each axis along which rows of
/// `shape` are displaced. Returns "" if there is no such axis.
std::string rowExamples(const SweepShape &shape);

} // namespace stencilc::schedules
