/// \file Expressions for index maps. For a coordinate beyond a face, an index map gives the
/// coordinate inside the grid whose value the boundary uses.
#pragma once

#include "analysis/Faces.h"
#include "kernel/Build.h"

namespace stencilc::kernel {

/// Returns the coordinate inside the grid that gives the value of cell `c` beyond a face, for the
/// boundary `map` (such as periodic). The map is applied once, so `c` may be at most one period or
/// one mirror image away.
Term wrappedIndex(Builder &k, analysis::IndexMap map, int axis, Side side, const Term &c);

/// Returns the coordinate inside the grid that gives the value of cell `c`, for the boundary `map`.
/// `c` may be inside the grid or at any distance beyond both faces of `axis`. The emitted code
/// calls the runtime.
Term wrappedIndexOfAny(Builder &k, analysis::IndexMap map, int axis, const Term &c);

} // namespace stencilc::kernel
