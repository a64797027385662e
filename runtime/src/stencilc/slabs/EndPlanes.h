/// \file Division of a slab's planes for a boundary-first launch, which computes the planes at its
/// ends first (BoundaryFirst.h).
#pragma once

#include "stencilc/BoundaryFirst.h"
#include "stencilc/Chunks.h"
#include "stencilc/Grid.h"

namespace stencilc::inline STENCILC_SPACE {

/// Planes of the two ends of a slab, and the planes between them. Ranges may be empty.
struct EndPieces {
  PlaneRange of[kPlanePieces];

  /// Divides `planes`. An end that has a neighbour (`hasLow`, `hasHigh`) gets `height` planes, or
  /// fewer if there are fewer. An end without a neighbour is empty.
  EndPieces(PlaneRange planes, int height, bool hasLow, bool hasHigh);
};

/// Returns the height of the ends, in planes, with which a boundary-first launch ends soonest. The
/// launch sweeps `planes` planes with `sides` ends of at least `halo` planes. `swept` describes its
/// columns of tiles. `exchange` is the time of the exchange, in steps of the sweep, which overlaps
/// with the planes between the ends.
int bestEndHeight(const SweptColumns &swept, int planes, int sides, int halo, double exchange);

} // namespace stencilc::inline STENCILC_SPACE
