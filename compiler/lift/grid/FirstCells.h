/// \file Moves the origin of the grid to the first cell that the C program uses, along axes whose C
/// loops all begin at a variable. Example: `for (i = lo; i <= hi; i++)`.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Moves the grid so that it begins with the first cell that the C program uses. With loops from `i
/// = lo`, a read `a[i - 1]` makes `a[lo - 1]` the first cell. Changes only axes on which all loops
/// begin at a variable plus a number and no array has a declared extent. Precondition: arrays have
/// one index for each of the `rank` axes. Constant tables, marked by `isTable[array]`, are ignored.
void moveToFirstCells(Step &step, int rank, const std::vector<bool> &isTable);

} // namespace stencilc::lift
