/// \file The rows of cells that a thread of a sweep holds in registers, and how they move on.
///
/// A row is named by its displacement along the swept axis and along the axis between. When the
/// sweep advances by one plane, the row of plane z takes over what the row of plane z + 1 held, its
/// partner; rows without a partner, the newest ones, are loaded.
///
///     z+1   [ . ]        loaded                    u_zp1
///     z     [:::::]      core from z+1, margins loaded
///     z-1   [ . ]        core from z
#pragma once

#include "plan/Plan.h"

namespace stencilc::schedules {

/// The cells of a row that a thread holds: some neighbouring ones that are its own, `left` before
/// and `right` after them.
struct SweepRow {
  int left = 0, right = 0;
};

/// Rows of one field level, plane by plane; along x all displacements are 0.
using SweepRows = std::map<Offset, SweepRow, MemoryOrder>;

/// All that one kernel reads from memory.
struct SweepShape : plan::Shape {
  int along = 0;           // the swept axis
  bool keepsColumn = true; // else each row is loaded in each plane
  std::map<analysis::FieldLevel, SweepRows> fieldLevels;

  /// The row of the plane after that at `at`; null if there is none.
  const SweepRow *nextOf(const SweepRows &rows, Offset at) const;
  /// The row that held, a plane ago, what the row at `at` needs now; null if it must be loaded.
  const SweepRow *partnerOf(const SweepRows &rows, Offset at) const {
    return keepsColumn ? nextOf(rows, at) : nullptr;
  }
  /// The newest row of the column through the cell itself.
  std::optional<Offset> newestOf(const SweepRows &rows) const;
};

/// Planes nobody reads between two that are read are held too, if columns are kept, so that every
/// cell is loaded once. Values of t+1 that an earlier stage of the kernel has just computed are not
/// among what is read; cells that keep their value are.
SweepShape sweepShape(const analysis::Facts &facts, std::size_t index, bool keepsColumn);

/// The margins of `row` that its partner held.
SweepRow movedMargins(const SweepRow &row, const SweepRow &partner);

/// "; _zm1 is plane z-1, _ym1 is row y-1": the first names displaced along one axis alone,
/// explained; or nothing.
std::string rowExamples(const SweepShape &shape);

} // namespace stencilc::schedules
