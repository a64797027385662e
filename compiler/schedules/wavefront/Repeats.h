/// \file Faces that repeat cells of the grid beyond them (mirror, copy), as a wavefront meets them.
///
/// In memory, cells beyond such a face are those they repeat. As to new values, each time
/// step of a sweep makes them itself: as long as a cell waits, so does what repeats it.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::schedules {

/// Reads of `field` that leave the grid through a face that repeats cells: how far, else 0. Also 0
/// for fields that are never updated.
int repeatedReach(const analysis::Facts &facts, ir::FieldId field, int axis, Side side);

/// Whether any field has such reads along the axis.
bool repeatsAlong(const analysis::Facts &facts, int axis);

/// How old the plane that is repeated is when the one `beyond` planes behind the high face is new.
/// Copies of one plane are made from each other.
int ageOfRepeated(analysis::IndexMap map, int beyond);

/// Whether a read may see a plane beyond the low face of the swept axis in the step in which the
/// plane it repeats is new, not one later. Nodes are mirrored to planes 2 or more steps older,
/// which come from registers in any case.
bool readsMirroredNode(const analysis::Facts &facts, const ir::Read &read);

/// Whether updates read no further than the next cell along `axis`, and cells beyond its faces
/// repeat the one at the face if they repeat any: then what reads beyond a face reads itself.
bool repeatsOutermost(const analysis::Facts &facts, int axis);

/// Cells a tile needs on `side` beside those the reach of its time steps gives, because cells at
/// the opposite face stand for some beyond it. `reach`: of a time step.
int repeatedHalo(const analysis::Facts &facts, const Reach &reach, int axis, Side side);

} // namespace stencilc::schedules
