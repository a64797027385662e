/// \file Finds out what the faces of the grid ask of the shape of a wavefront kernel.
#pragma once

#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Returns true if a face gives a boundary value to ghost cells that a later time step or stage
/// reads as new cells. The kernel must then restore the value. `steps` is the number of fused time
/// steps.
bool fixesBeyond(const analysis::Facts &facts, int steps);
/// Returns true if the kernel must restore the old value of some cells that it has computed. These
/// are frozen cells (which keep their values), or ghost cells (beyond the grid) with a boundary
/// value that a later time step or stage reads. `steps` is the number of fused time steps.
bool needsOld(const analysis::Facts &facts, int steps);

/// Returns true if tensor loads, which give zero beyond the grid, are right for all cells beyond
/// faces that updates read.
bool tensorsGiveAll(const analysis::Facts &facts);

/// Returns true if threads write boundary values into ghost cells after tensor loads have filled
/// the planes of tiles at faces, for at least one field. Returns false if ghost cells are loaded
/// from the cells with the same values.
bool patchesFaces(const analysis::Facts &facts, const WavefrontShape &shape);
/// Returns true if threads write boundary values of `field` into ghost cells after tensor loads.
bool isPatched(const analysis::Facts &facts, const WavefrontShape &shape, ir::FieldId field);

/// Returns a field whose index maps at x and y faces (from a ghost cell to the cell with its value)
/// hold for all fields. Returns `nullopt` if a face gives a boundary value, or if the maps of
/// fields differ.
std::optional<ir::FieldId> fieldOfImages(const analysis::Facts &facts);

/// Returns how many ghost cells a tile needs at `side` of `axis`: the whole halo beyond a periodic
/// face, none beyond frozen (never updated) cells, the largest offset of reads beyond other faces.
int ghostCells(const analysis::Facts &facts, const WavefrontShape &shape, int axis, Side side);

/// Returns true if all tiles can run the same code: one time step of one stage, three axes, and
/// tensor loads (TMA) that give correct values beyond all faces. The stage must read no new cells,
/// and only cells that are in ring buffers or the updated cell.
bool isUniform(const analysis::Facts &facts, const WavefrontShape &shape);

/// Returns true if the last tiles may end exactly with the grid: no tile needs cells beyond faces
/// of x and y, and cells that keep their values can be restored.
bool canEndFlush(const analysis::Facts &facts, const WavefrontShape &shape);
/// Sets whether the last tiles end exactly with the grid, and how tiles at faces get the values of
/// ghost cells (beyond the grid). The tiles of `shape` must be set.
void findFaces(const analysis::Facts &facts, WavefrontShape &shape);
/// Sets which copies of frozen cells (which keep their values) are kept in shared memory, and
/// whether the last tiles may extend beyond the grid. The ring buffers of `shape` must be set.
void findFrozenStores(const analysis::Facts &facts, WavefrontShape &shape);
/// Returns the bytes of shared memory that a block needs for cells at faces, without ring buffers.
int bytesOfFaces(const ir::Program &program, const WavefrontShape &shape);

} // namespace stencilc::schedules
