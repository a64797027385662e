/// \file Gathered faces: each ghost cell (beyond the grid) is loaded from the cell of the grid that
/// has the same value. The coordinates of these cells are computed once per tile.
#pragma once

#include "schedules/wavefront/faces/FaceMethod.h"

namespace stencilc::schedules {

/// Returns the coordinate, along `axis`, of the cell of the grid whose value the cell at `at` has.
/// The cell must be near no face of other axes, and no face of `axis` may give a boundary value.
kernel::Term cellWithValue(kernel::Builder &k, const Wave &wave, ir::FieldId field, int axis,
                           const kernel::Term &at);

/// Returns the condition that one access can load `cells` neighbouring cells, because their wrapped
/// indices (of the cells whose values they have) are consecutive and aligned. `first` and `last`
/// are the wrapped indices of the outer two cells.
kernel::Term areSideBySide(const kernel::Term &first, const kernel::Term &last,
                           const kernel::Term &cells);

/// Makes the method for kernels with two axes, in which each thread finds the x coordinates of its
/// own cells. Returns null if no field of the kernel of `wave` needs it.
std::unique_ptr<FaceMethod> makeGatheredRows(Wave &wave);

} // namespace stencilc::schedules
