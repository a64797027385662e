/// \file Expressions for index maps: the coordinate inside the grid whose value a boundary repeats
/// for a coordinate beyond a face.
#pragma once

#include "analysis/Faces.h"
#include "kernel/Build.h"

namespace stencilc::kernel {

/// Returns the coordinate inside the grid for `c` beyond the face of `axis` at `side`. The map is
/// applied once: `c` may be at most one period or one mirror image away.
Term standsFor(Builder &k, analysis::IndexMap map, int axis, Side side, const Term &c);

/// Returns the coordinate inside the grid for any `c`, inside or however far beyond either face of
/// `axis`, by a call of the runtime.
Term standsForAny(Builder &k, analysis::IndexMap map, int axis, const Term &c);

} // namespace stencilc::kernel
