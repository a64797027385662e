/// \file Joins the reduction values of several devices for a grid with one axis (RowPieces.h).
#pragma once

#include "stencilc/Description.h"
#include "stencilc/RowPieces.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Joins the partial results of a reduction for adjacent ranges of cells (`pieces`) into those for
/// the whole range. `values` has the partial results of all pieces, in their order. The result has
/// one value for each whole segment (1024 cells) and one for each cell outside a whole segment. A
/// whole row has only segments.
std::vector<double> joinRowPieces(Reduce kind, const std::vector<RowPieces> &pieces,
                                  const std::vector<double> &values);

} // namespace stencilc::inline STENCILC_SPACE
