/// \file Finds the extents of the grid, and the axes of arrays that have fewer dimensions than the
/// grid.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Returns the range of an array index over all iterations of `loops`: its least value, and one
/// more than its greatest. This holds for an index without loop variable, or with one loop variable
/// of factor 1, such as `i + 2`.
std::pair<Polynomial, Polynomial> rangeOf(const Polynomial &index, const std::vector<Loop> &loops);

/// Returns the grid axes of each profile, an array with fewer indices than the `rank` axes of the
/// grid. The key is the array's number. The entry has, for each index of the array, its grid axis
/// (0 is the outermost). Example: {1} for `b[j]` in an update of `a[i][j]`. Skips arrays that the
/// step writes, and constant tables, marked by `isTable[array]`.
std::map<int, std::vector<int>> findProfiles(const Step &step, int rank,
                                             const std::vector<bool> &isTable);

/// Returns the extents of the grid, outermost first, in cells. Declarations and strides of arrays
/// give them. Without these, the grid ends at the last cell that is used. Reports a diagnostic and
/// returns `nullopt` if the sizes of arrays do not match.
std::optional<std::vector<Polynomial>> findExtents(Step &step, int rank,
                                                   const std::vector<bool> &isTable,
                                                   const std::map<int, std::vector<int>> &profiles,
                                                   Diagnostics &diags);

/// Reorders the indices of the f32 fields that the lifter adds to round f64 values. Their loop
/// variables then have the same order as in another cell that the loop nest writes. Example:
/// `r[j][i]` becomes `r[i][j]` if the nest writes `a[i][j]`.
void orderRoundings(Step &step);

} // namespace stencilc::lift
