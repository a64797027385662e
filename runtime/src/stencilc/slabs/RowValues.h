/// \file Values that several devices leave of the only row of a grid (RowPieces.h), joined.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/RowPieces.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the values of the union of `pieces`, which follow each other in the row. `values` has
/// those of all pieces, one piece behind the other. The union of all pieces of a row has one value
/// for each segment.
std::vector<double> joinRowPieces(Reduce kind, const std::vector<RowPieces> &pieces,
                                  const std::vector<double> &values);

} // namespace stencilc::inline STENCILC_SPACE
