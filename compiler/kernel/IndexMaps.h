/// \file Expressions for index maps: the coordinate inside the grid whose value a boundary repeats
/// for a coordinate beyond a face. Positions in the domain, where the grid has copies beyond it.
#pragma once

#include "analysis/Faces.h"
#include "kernel/Build.h"

namespace stencilc::kernel {

/// Returns the coordinate inside the grid that gives the value of cell `c` beyond a face, for the
/// boundary `map` (such as periodic). The boundary is applied once, so `c` may be at most one
/// period or one mirror image away.
Term wrappedIndex(Builder &k, analysis::IndexMap map, int axis, Side side, const Term &c);

/// Returns the coordinate inside the grid that gives the value of cell `c`, for the boundary `map`.
/// `c` may be inside the grid or at any distance beyond both faces of `axis`. The emitted code
/// calls the runtime.
Term wrappedIndexOfAny(Builder &k, analysis::IndexMap map, int axis, const Term &c);

/// Returns the position in the domain of a cell at coordinate `c` of the grid.
Term positionOf(Builder &k, int axis, const Term &c);

/// Returns the extent of the domain, of which the grid may have copies beyond its ends.
Term domainExtent(Builder &k, int axis);

} // namespace stencilc::kernel
