/// \file Gathered faces: a tile loads each ghost cell (beyond the grid) from the cell of the grid
/// that has the same value. The coordinates of these cells are computed once per tile.
#pragma once

#include "schedules/wavefront/faces/FaceMethod.h"

namespace stencilc::schedules {

/// Returns the coordinate along `axis` from which the cell of `field` at coordinate `at` is loaded,
/// and emits its computation. Inside the grid it is `at`. For a ghost cell (beyond the grid) it is
/// the coordinate of the cell of the grid with the same value. The other axes are ignored.
/// Precondition: no face of `axis` has a fixed boundary value.
kernel::Term cellWithValue(kernel::Builder &k, const Wave &wave, ir::FieldId field, int axis,
                           const kernel::Term &at);

/// Returns the condition that one access can load `cells` neighbouring cells of a tile. Ghost cells
/// (beyond the grid) are loaded from cells of the grid, so the x coordinates to load from may not
/// be consecutive. `first` and `last` are the coordinates for the outer two cells. The condition is
/// that `first` is a multiple of `cells`, and `last` = `first` + `cells` - 1.
kernel::Term areSideBySide(const kernel::Term &first, const kernel::Term &last,
                           const kernel::Term &cells);

/// Creates the boundary method for two axes, in which each thread computes the x coordinates from
/// which it loads its cells. Returns null if no field of the kernel of `wave` needs it.
std::unique_ptr<FaceMethod> makeGatheredRows(Wave &wave);

} // namespace stencilc::schedules
