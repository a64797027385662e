/// \file How a launch on the planes of a part is divided that does its ends first (EndsFirst.h).
#pragma once

#include "stencilc/Chunks.h"
#include "stencilc/EndsFirst.h"
#include "stencilc/Grid.h"

namespace stencilc::inline STENCILC_SPACE {

/// The planes of each piece; some may have none.
struct EndPieces {
  PlaneRange of[kPlanePieces];

  /// The ends of `planes` that neighbours wait for, each of `height` planes as far as there are
  /// some.
  EndPieces(PlaneRange planes, int height, bool hasLow, bool hasHigh);
};

/// The height of ends with which all blocks of a launch end soonest, among those that leave an
/// exchange beside it its time: `exchange` steps of a sweep. Columns of tiles are swept as `swept`
/// says, over `planes` planes with `sides` ends of at least `halo`.
int bestEndHeight(const SweptColumns &swept, int planes, int sides, int halo, double exchange);

} // namespace stencilc::inline STENCILC_SPACE
