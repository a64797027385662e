/// \file How many cells the grid has along each axis, and along which axes arrays lie.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// First and last index, the latter not included, that loops give.
std::pair<Polynomial, Polynomial> rangeOf(const Polynomial &index, const std::vector<Loop> &loops);

/// For arrays that are read with fewer indices than the grid has axes: the grid's index, outermost
/// first, of each of theirs. An array whose indices follow no loops of the cell is left out.
std::map<int, std::vector<int>> findProfiles(const Step &step, int rank,
                                             const std::vector<bool> &isTable);

/// The extents of the grid, outermost first. Those that declarations and strides tell, the largest
/// where arrays differ by a few cells, else up to the last cell that is read. Nothing, which has
/// been reported, if two arrays have nothing in common.
std::optional<std::vector<Polynomial>> findExtents(Step &step, int rank,
                                                   const std::vector<bool> &isTable,
                                                   const std::map<int, std::vector<int>> &profiles,
                                                   Diagnostics &diags);

/// Gives the fields that hold rounded numbers the order of indices that their nest writes in.
void orderRoundings(Step &step);

} // namespace stencilc::lift
