/// \file Division of a slab's planes for a boundary-first launch, which computes the planes at both
/// ends before all others (BoundaryFirst.h).
#pragma once

#include "stencilc/BoundaryFirst.h"
#include "stencilc/Chunks.h"
#include "stencilc/Grid.h"

namespace stencilc::inline STENCILC_SPACE {

/// Planes of the two ends of a slab, and the planes between them. Ranges may be empty.
struct EndPieces {
  PlaneRange of[kPlanePieces];

  /// Divides `planes` into two ends and the planes between. An end that has a neighbour (`hasLow`,
  /// `hasHigh`) gets `height` planes, or all that are left if there are fewer. An end without a
  /// neighbour is empty.
  EndPieces(PlaneRange planes, int height, bool hasLow, bool hasHigh);
};

/// Returns how many planes at each end of a slab a boundary-first launch should compute before all
/// others, so that it is done soonest. The launch sweeps `planes` planes, in the columns of tiles
/// `swept`. `sides` ends have a neighbour and need at least `halo` planes. An exchange overlaps
/// with the planes between; its time `exchange` is in units of one plane of the sweep.
int bestEndHeight(const SweptColumns &swept, int planes, int sides, int halo, double exchange);

} // namespace stencilc::inline STENCILC_SPACE
