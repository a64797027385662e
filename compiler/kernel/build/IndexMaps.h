/// \file Expressions for index maps, which map a coordinate beyond a face to the cell inside the
/// grid that gives its value. Also expressions for positions in a periodic domain of which a device
/// stores copies of end planes.
#pragma once

#include "analysis/Faces.h"
#include "kernel/build/Build.h"

namespace stencilc::kernel {

/// Returns the coordinate inside the grid whose cell gives the value of cell `c` beyond face `side`
/// of `axis`. `map` is the boundary, such as periodic. It is applied once, so `c` must be at most
/// one period or one mirror image away.
Term wrappedIndex(Builder &k, analysis::IndexMap map, int axis, Side side, const Term &c);

/// Returns the coordinate inside the grid whose cell gives the value of cell `c`. `map` is the
/// boundary, such as periodic. `c` may be inside the grid or at any distance beyond both faces of
/// `axis`. The emitted code calls a function of the runtime.
Term wrappedIndexOfAny(Builder &k, analysis::IndexMap map, int axis, const Term &c);

/// Returns the coordinate in the domain of the cell at coordinate `c` of the grid that a kernel
/// sees. They differ if the grid has copies of end planes beyond a periodic domain.
Term positionOf(Builder &k, int axis, const Term &c);

/// Returns the number of cells of the domain along `axis`. Copies of end planes, which the grid may
/// have beyond a periodic domain, do not count.
Term domainExtent(Builder &k, int axis);

} // namespace stencilc::kernel
