/// \file Determines how the boundary conditions at the faces of the grid change the shape (tiles
/// and buffers) of a wavefront kernel.
#pragma once

#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Returns true if the kernel must restore boundary values in ghost cells (beyond the grid) after
/// updates. This is so if ghost cells of an updated field have a fixed boundary value, and new
/// cells are read by a later stage or by a later one of the `steps` fused time steps.
bool fixesBeyond(const analysis::Facts &facts, int steps);
/// Returns true if the kernel must put old values back into some cells that it has computed. Such
/// cells are frozen (near faces, they keep their values), or are ghost cells (beyond the grid) with
/// a fixed boundary value that a later time step or stage reads. `steps` is the number of fused
/// time steps.
bool needsOld(const analysis::Facts &facts, int steps);

/// Returns true if tensor-map loads (TMA), which give 0 for all cells beyond the grid, load the
/// right boundary values of all fields. At each face, the boundary value must then be 0, or no
/// update may use it.
bool tensorsGiveAll(const analysis::Facts &facts);

/// Returns true if, for at least one field, threads write boundary values into ghost cells (beyond
/// the grid) of planes in shared memory. They do so after tensor-map loads (TMA) have filled these
/// planes.
bool patchesFaces(const analysis::Facts &facts, const WavefrontShape &shape);
/// Returns true if threads write boundary values of `field` into ghost cells (beyond the grid) of
/// planes in shared memory, after tensor-map loads (TMA) have filled these planes.
bool isPatched(const analysis::Facts &facts, const WavefrontShape &shape, ir::FieldId field);

/// Returns a field whose index maps at x and y faces hold for all fields. An index map gives, for
/// each ghost cell (beyond the grid), the cell of the grid with the same value. Returns `nullopt`
/// if the maps of fields differ, or if a face has a fixed boundary value.
std::optional<ir::FieldId> fieldOfImages(const analysis::Facts &facts);

/// Returns how many ghost cells (beyond the grid) a tile needs at `side` of `axis`. A field that is
/// periodic there needs the halo of all fused time steps. One with another boundary condition needs
/// as many as updates read beyond the face. One whose cells near the face keep their values needs
/// none. The result is the maximum over the fields.
int ghostCells(const analysis::Facts &facts, const WavefrontShape &shape, int axis, Side side);

/// Returns true if all tiles can run the same code, which does not test for faces. Conditions:
/// three axes, one time step with a single stage, and tensor-map loads (TMA) that give right values
/// beyond all faces. The stage reads no values of the same time step. Without a ring buffer it
/// reads only the updated cell. One access holds a thread's cells of a row.
bool isUniform(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns true if the last tile of each axis may be moved so that its last cell is the last cell
/// of the grid. Then no tile needs ghost cells (beyond the grid) along x and y, and old values of
/// frozen cells (which keep their values) can be restored. Returns false with one axis.
bool canEndFlush(const analysis::Facts &facts, const WavefrontShape &shape);
/// Sets `shape.tile.endsFlush`: whether the last tiles may end exactly at the last cells of the
/// grid. Also sets the members of `shape.faces` that say how tiles at faces get the values of ghost
/// cells (beyond the grid), and whether a separate kernel copies frozen cells (which keep their
/// values) to the output. The tiles of `shape` must be set.
void findFaces(const analysis::Facts &facts, WavefrontShape &shape);
/// Sets `shape.faces.frozen.stores`: which frozen cells (they keep their values) have copies in
/// shared memory. Also sets `shape.tile.shifts` and `shape.tile.shiftsCells`: whether the last
/// tiles may extend beyond the grid. The ring buffers of `shape` must be set.
void findFrozenStores(const analysis::Facts &facts, WavefrontShape &shape);
/// Returns the bytes of shared memory of a block for copies of frozen cells (which keep their
/// values), and for tables of the coordinates from which ghost cells (beyond the grid) are loaded.
int bytesOfFaces(const ir::Program &program, const WavefrontShape &shape);

} // namespace stencilc::schedules
