/// \file Finds the extents of the grid, and the axes of arrays that have fewer dimensions than the
/// grid.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Returns the range of an array index over all iterations of `loops`: its first value, and one
/// more than its last.
std::pair<Polynomial, Polynomial> rangeOf(const Polynomial &index, const std::vector<Loop> &loops);

/// Finds profiles: arrays with fewer indices than the `rank` axes of the grid. The key of the
/// result is the array's number. For each index of the array, the entry has the grid index (0 is
/// the outermost) from which it differs only by a constant. Arrays that the step writes are
/// excluded.
std::map<int, std::vector<int>> findProfiles(const Step &step, int rank,
                                             const std::vector<bool> &isTable);

/// Returns the extents of the grid, outermost first, in cells. Declarations and strides of arrays
/// give them. Without these, the grid ends at the last cell that is used. Reports a diagnostic and
/// returns `nullopt` if the sizes of arrays do not match.
std::optional<std::vector<Polynomial>> findExtents(Step &step, int rank,
                                                   const std::vector<bool> &isTable,
                                                   const std::map<int, std::vector<int>> &profiles,
                                                   Diagnostics &diags);

/// Reorders the indices of additional f32 fields, which hold rounded values, to the order in which
/// other assignments of the same loop nest use the loop variables.
void orderRoundings(Step &step);

} // namespace stencilc::lift
