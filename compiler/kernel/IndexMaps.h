/// \file The coordinate that stands for one beyond a face: the one place where an index map becomes
/// an expression.
#pragma once

#include "analysis/Faces.h"
#include "kernel/Build.h"

namespace stencilc::kernel {

/// The coordinate inside the grid that stands for `c` beyond the face of `axis` at `side`, at most
/// as far as the map leads back into the grid: by one period, by one mirror.
Term standsFor(Builder &k, analysis::IndexMap map, int axis, Side side, const Term &c);

/// The coordinate inside the grid that stands for `c`, however far beyond either face of `axis`, or
/// inside: a function of the runtime.
Term standsForAny(Builder &k, analysis::IndexMap map, int axis, const Term &c);

} // namespace stencilc::kernel
