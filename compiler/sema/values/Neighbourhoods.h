/// \file Computes neighbourhoods: the ordered set of offsets of `star(2) \ centre`.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Computes the offsets of every neighbourhood that the stencil declares, writes inline or uses in
/// a table. Reports invalid radii, offsets with a wrong number of axes, repeated offsets and empty
/// sets. Precondition: no definition is cyclic.
void buildNeighbourhoods(Unit &unit);

} // namespace stencilc::sema
