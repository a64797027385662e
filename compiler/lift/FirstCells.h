/// \file Loops that begin at a size: `for (i = lo; i <= hi; i++)`.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Moves the grid to the first cell that is used, along axes on which all loops begin at a size
/// plus numbers and no array is declared with an extent: `a[i - 1]` from `i = lo` becomes the cell
/// `i - lo` of a grid that begins with `a[lo - 1]`. Takes one index for each of `rank` axes.
void moveToFirstCells(Step &step, int rank, const std::vector<bool> &isTable);

} // namespace stencilc::lift
