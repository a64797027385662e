/// \file Joins the reduction values of several devices for a grid with one axis (RowPieces.h).
#pragma once

#include "stencilc/Description.h"
#include "stencilc/RowPieces.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the reduction values of the union of `pieces`, ranges of cells of which each begins
/// where the one before ends. `values` has the values of all ranges, in the same order. If the
/// union is the whole row, the result has one value for each segment (1024 cells).
std::vector<double> joinRowPieces(Reduce kind, const std::vector<RowPieces> &pieces,
                                  const std::vector<double> &values);

} // namespace stencilc::inline STENCILC_SPACE
