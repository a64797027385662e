/// \file Mirror and copy faces: ghost cells beyond them have the values of cells of the grid near
/// the face.
///
/// In the first time step, ghost cells beyond mirror and copy faces are loaded from global memory
/// with the right values. Later time steps read new cells, which are not in global memory. So each
/// fused time step also stores a new cell in every ghost cell with the same value.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::schedules {

struct TimeSkew;

/// Returns how many ghost cells of `field` beyond its face at `side` of `axis` updates read,
/// counted from the face. Only mirror and copy faces count: the result is 0 for other faces, and
/// for fields that no update changes.
int repeatedReach(const analysis::Facts &facts, ir::FieldId field, int axis, Side side);

/// Returns true if, beyond some mirror or copy face of `axis`, updates read cells of a field that
/// they also change.
bool repeatsAlong(const analysis::Facts &facts, int axis);

/// Returns how many planes below a ghost plane its source lies: the plane from which a sweep copies
/// it. The ghost plane is number `beyond` (1 is next to the face) beyond a high face with the
/// boundary condition `map`. With `copy` the result is 1, because each ghost plane is copied from
/// the plane below it. Otherwise it is the distance to the plane of the grid with the same values.
int ageOfRepeated(analysis::IndexMap map, int beyond);

/// Returns true if `read` reads an updated field beyond a low face of the swept axis with
/// `mirror(node)`, u[-k] = u[k]. Such a ghost plane -k can be read in the step of the sweep in
/// which plane k is loaded or computed. Ghost planes beyond other mirror and copy faces can be read
/// one step later.
bool readsMirroredNode(const analysis::Facts &facts, const ir::Read &read);

/// Returns true if all reads beyond mirror and copy faces of `axis` can use the cell at the face
/// itself. Updates must then read at most 1 cell far along `axis`, and no such face may be
/// `mirror(node)`, u[-k] = u[k]. Returns true if `axis` has no mirror or copy face.
bool repeatsOutermost(const analysis::Facts &facts, int axis);

/// Returns how many halo cells a tile needs on `side` of `axis` in addition to those that `steps`
/// fused time steps lose there. They are needed if the face opposite to `side` is a mirror or copy
/// face. A ghost cell beyond that face has the value of a cell inside the grid, which may lie
/// farther on `side` than the cells that a time step reads there. Returns 0 without such a face.
int repeatedHalo(const analysis::Facts &facts, const TimeSkew &skew, int steps, int axis,
                 Side side);

} // namespace stencilc::schedules
