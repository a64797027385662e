/// \file Finds the extents of the grid, and the axes of arrays that have fewer dimensions.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Returns the first value of `index` and the value after its last one, over all iterations of
/// `loops`.
std::pair<Polynomial, Polynomial> rangeOf(const Polynomial &index, const std::vector<Loop> &loops);

/// Finds profiles: arrays that are read with fewer indices than the grid has axes. Returns for each
/// array and each of its indices the matching index of the grid, outermost first. Leaves out arrays
/// that the step writes or whose indices do not follow the written cell.
std::map<int, std::vector<int>> findProfiles(const Step &step, int rank,
                                             const std::vector<bool> &isTable);

/// Returns the extents of the grid, outermost first. They come from declarations and strides: the
/// largest if arrays differ by a few cells. Without these the grid ends with the last cell that is
/// used. Reports a diagnostic and returns `nullopt` if sizes of arrays do not match.
std::optional<std::vector<Polynomial>> findExtents(Step &step, int rank,
                                                   const std::vector<bool> &isTable,
                                                   const std::map<int, std::vector<int>> &profiles,
                                                   Diagnostics &diags);

/// Orders the indices of the added f32 fields, which hold rounded values, as the other writes of
/// their loop nest do.
void orderRoundings(Step &step);

} // namespace stencilc::lift
