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

/// Numbers of cells of a row that a thread keeps in registers besides its own adjacent cells:
/// `left` cells before and `right` cells after them.
struct SweepRow {
  int left = 0, right = 0;
};

/// Rows of one field at one time level that a thread keeps in registers, by displacement from the
/// updated cell. The displacement along x is always 0.
using SweepRows = std::map<Offset, SweepRow, MemoryOrder>;

/// All rows that one sweep kernel reads from memory.
struct SweepShape : plan::Shape {
  int along = 0;                // the swept axis
  bool keepsColumn = true;      // false: each row is loaded again in each plane
  bool streamingStores = false; // caches evict stored cells first
  std::map<analysis::FieldLevel, SweepRows> fieldLevels;

  /// Returns the row that lies one plane after `at` along the swept axis, with the same
  /// displacement along the middle axis. Returns null if the thread holds no such row.
  const SweepRow *nextOf(const SweepRows &rows, Offset at) const;
  /// Returns the row from which the row at `at` takes over its cells when the sweep advances by one
  /// plane. Returns null if it must be loaded.
  const SweepRow *partnerOf(const SweepRows &rows, Offset at) const {
    return keepsColumn ? nextOf(rows, at) : nullptr;
  }
  /// Returns the displacement of the newest of those rows in `rows` that are displaced from the
  /// updated cell along the swept axis only. Returns nullopt if there is none.
  std::optional<Offset> newestOf(const SweepRows &rows) const;
};

/// Returns the rows that the sweep kernel number `index` loads. If `keepsColumn`, cells stay in
/// registers from plane to plane, and rows in planes between those that are read are added. Every
/// cell is then loaded once. New values of an earlier stage of the kernel are not loaded. Old
/// values of frozen cells are.
SweepShape sweepShape(const analysis::Facts &facts, std::size_t index, bool keepsColumn);

/// Returns how many cells, left and right of the thread's own cells, the row `row` takes over when
/// the sweep advances. These cells come from `partner`, the same row one plane later.
SweepRow movedMargins(const SweepRow &row, const SweepRow &partner);

/// Returns the explanation of names of rows in the emitted code, such as "; _zm1 is plane z-1, _ym1
/// is row y-1". It has one example for each axis with displaced rows, and is "" without such rows.
std::string rowExamples(const SweepShape &shape);

} // namespace stencilc::schedules
