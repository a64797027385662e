/// \file Computes neighbourhoods: the ordered set of offsets of `star(2) \ centre`.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Computes the offsets of every neighbourhood of the stencil, whether declared, inline or of a
/// table. Reports invalid radii, offsets of the wrong rank, repeated offsets and empty sets.
/// Precondition: the stencil has no cyclic definitions.
void buildNeighbourhoods(Unit &unit);

} // namespace stencilc::sema
