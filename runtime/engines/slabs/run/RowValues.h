/// \file Joins the reduction values of several devices for a grid with one axis (RowPieces.h).
#pragma once

#include "stencilc/Description.h"
#include "stencilc/RowPieces.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the reduction values of a range of cells from those of its parts. Each of `pieces`
/// begins where the one before ends, and `values` has the values of all, in the same order. The
/// result has one value for each whole segment (1024 cells) and one for each cell outside of these.
/// A whole row has only segments.
std::vector<double> joinRowPieces(Reduce kind, const std::vector<RowPieces> &pieces,
                                  const std::vector<double> &values);

} // namespace stencilc::inline STENCILC_SPACE
