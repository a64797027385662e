/// \file Finds the steps of a sweep in which tensor loads fill the planes of a tile.
#pragma once

#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

/// Steps of the sweep whose planes are filled by tensor loads (copies of a tile by one thread).
/// They are all steps if `areAll`, else steps `first` to nz + `last`, where nz is the number of
/// planes of the axis.
struct TensorSteps {
  int first, last;
  bool areAll, everywhere; // everywhere: in all tiles, not only in those within the grid
  const char *why;         // end of the emitted comment: why zeros beyond the grid are right
};
/// Returns the steps of the sweep whose planes tensor loads fill. They give zero beyond the grid,
/// so this depends on the faces of the fields that have ring buffers.
TensorSteps tensorSteps(const Wave &wave);

} // namespace stencilc::schedules
