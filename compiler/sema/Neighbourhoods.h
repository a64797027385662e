/// \file Neighbourhoods: from `star(2) \ centre` to the ordered set of offsets.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Computes every neighbourhood of the stencil: declared, inside calls, and under tables. Reports
/// radii that are not possible, offsets of the wrong rank, repeated offsets and sets that turn out
/// empty. Needs a stencil without cyclic definitions.
void buildNeighbourhoods(Unit &unit);

} // namespace stencilc::sema
