/// \file Mirror and copy faces: ghost cells beyond them have the values of cells of the grid.
///
/// In the first time step, ghost cells beyond mirror and copy faces are loaded from memory with the
/// right values. Later time steps read new cells, which are not in memory. So each fused time step
/// stores a new cell a second time for every ghost cell with the same value.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::schedules {

/// Returns how many cells of `field` beyond its face at `side` of `axis` are read by updates, if it
/// is a mirror or copy face. Returns 0 for other faces and for fields that no update changes.
int repeatedReach(const analysis::Facts &facts, ir::FieldId field, int axis, Side side);

/// Returns true if updates read cells of an updated field beyond a mirror or copy face of `axis`.
bool repeatsAlong(const analysis::Facts &facts, int axis);

/// Returns the position of the plane from which a sweep copies a ghost plane beyond the high face,
/// in planes below the newest plane. `beyond` is 1 for the ghost plane next to the face. For `copy`
/// the result is 1, because each ghost plane is copied from the one below.
int ageOfRepeated(analysis::IndexMap map, int beyond);

/// Returns true if `read` reads an updated field beyond a low face of the swept axis with
/// `mirror(node)`, u[-k] = u[k]. Such a ghost plane -k can be read in the step of the sweep in
/// which plane k becomes new. Planes beyond other mirror and copy faces can be read one step later.
bool readsMirroredNode(const analysis::Facts &facts, const ir::Read &read);

/// Returns true if each read beyond a face of `axis` can use the cell at the face itself. Reads
/// beyond mirror and copy faces must then have offset 1, and `mirror(node)` is excluded.
bool repeatsOutermost(const analysis::Facts &facts, int axis);

/// Returns how many halo cells a tile needs on `side` in addition to `reach`, that of one time
/// step. An update at the opposite face may read a ghost cell, if that is a mirror or copy face.
/// The ghost cell has the value of a cell inside the grid, which may lie farther on `side` than
/// `reach`. Returns 0 for other faces.
int repeatedHalo(const analysis::Facts &facts, const Reach &reach, int axis, Side side);

} // namespace stencilc::schedules
