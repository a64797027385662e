/// \file Finds the steps of a sweep in which tensor-map loads (TMA) fill the planes of a tile.
#pragma once

#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

/// Steps of the sweep whose planes are filled by tensor-map loads (TMA, copies of a tile by one
/// thread). If `areAll`, these are all steps. Otherwise they are the steps in the half-open range
/// [`first`, nz + `last`), where nz is the number of planes of the grid.
struct TensorSteps {
  int first, last;
  bool areAll, everywhere; // everywhere: in all tiles, else only in tiles inside the grid
  const char *why;         // end of the emitted comment: why zeros beyond the grid are right
};
/// Returns the steps of the sweep whose planes tensor-map loads (TMA) can fill. They give zero
/// beyond the grid. The result therefore depends on the boundary conditions of the fields that have
/// ring buffers.
TensorSteps tensorSteps(const Wave &wave);

} // namespace stencilc::schedules
