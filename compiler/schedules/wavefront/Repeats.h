/// \file Faces whose ghost cells repeat cells of the grid (mirror, copy), in a wavefront.
///
/// Memory gives the right values for such ghost cells in the first time step. For new cells, each
/// fused time step makes them itself: it stores a new cell a second time for every ghost cell that
/// repeats it.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::schedules {

/// Returns how many cells updates read beyond a mirror or copy face of `field`. Returns 0 for other
/// faces and for fields that no update changes.
int repeatedReach(const analysis::Facts &facts, ir::FieldId field, int axis, Side side);

/// Returns true if updates read beyond a mirror or copy face of any updated field along `axis`.
bool repeatsAlong(const analysis::Facts &facts, int axis);

/// Returns the age, in planes, that the plane repeated by a ghost plane has when a sweep computes
/// the ghost plane. `beyond` is 1 for the ghost plane next to the high face. For `copy` the age is
/// 1, since each ghost plane is copied from the one before.
int ageOfRepeated(analysis::IndexMap map, int beyond);

/// Returns true if `read` may use a ghost plane beyond the low face in the same step of the sweep
/// in which the repeated plane is new. It holds for `mirror(node)`, whose ghost planes are at least
/// 2 steps older and in registers. Other ghost planes are readable a step later.
bool readsMirroredNode(const analysis::Facts &facts, const ir::Read &read);

/// Returns true if all reads beyond the faces of `axis` can use the cell at the face itself. This
/// requires reach 1 if any face repeats cells, and no `mirror(node)` face.
bool repeatsOutermost(const analysis::Facts &facts, int axis);

/// Returns the additional halo cells of a tile on `side`, needed because ghost cells beyond the
/// opposite face repeat cells farther inside the grid (mirror, copy). `reach` is that of one time
/// step.
int repeatedHalo(const analysis::Facts &facts, const Reach &reach, int axis, Side side);

} // namespace stencilc::schedules
