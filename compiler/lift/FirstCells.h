/// \file Moves the grid if all C loops begin at a size, as in `for (i = lo; i <= hi; i++)`.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Moves the grid so that it begins with the first cell that the C program uses. With loops from
/// `i = lo`, a read `a[i - 1]` makes `a[lo - 1]` the first cell. This is done for each axis on
/// which all loops begin at a size plus a number and no array has a declared extent. Precondition:
/// arrays have one index for each of the `rank` axes. `isTable[array]` excludes constant tables.
void moveToFirstCells(Step &step, int rank, const std::vector<bool> &isTable);

} // namespace stencilc::lift
