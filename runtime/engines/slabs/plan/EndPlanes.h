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

/// Returns how many planes each end of a slab (planes of one device) should have if a launch
/// computes the ends before its other planes. The predicted time of launch and exchange is then
/// shortest. `planes` is the size of the slab, `swept` its columns of tiles. `sides` ends (0 to 2)
/// have a neighbour and need at least `halo` planes. An exchange takes as long as `exchange` planes
/// of the sweep.
int bestEndHeight(const SweptColumns &swept, int planes, int sides, int halo, double exchange);

} // namespace stencilc::inline STENCILC_SPACE
