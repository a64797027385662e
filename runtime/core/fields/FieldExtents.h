/// \file Numbers of cells of each field. Profiles (values along some axes only) and staggered
/// fields have other numbers than the grid.
#pragma once

#include "stencilc/Description.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the numbers of cells of field or profile `field` as users see them. `grid` is the grid
/// of the kernels. On a staggered grid, fields without values at both end faces have one cell less
/// along an axis. Profiles (values along some axes only) have one cell along all other axes.
inline Grid fieldGrid(const ProgramDescription &program, int field, const Grid &grid) {
  const FieldDescription &described = program.fields[field];
  const auto along = [&](int axis, int cells) {
    return described.lacks >> axis & 1 ? 1 : cells - (described.shorter >> axis & 1);
  };
  return {along(0, grid.nx), along(1, grid.ny), along(2, grid.nz)};
}

/// Returns the grid that the user has chosen. `grid` is the grid of the kernels, which has one cell
/// more along axes where a staggered field has values at both end faces.
inline Grid namedGrid(const ProgramDescription &program, const Grid &grid) {
  const auto along = [&](int axis, int cells) { return cells - (program.wider >> axis & 1); };
  return {along(0, grid.nx), along(1, grid.ny), along(2, grid.nz)};
}

/// Sets `extents` to the grid of the kernels. `named` is the grid that the user has chosen. The
/// kernels have one cell more along axes where a staggered field has values at both end faces.
inline void kernelExtents(const ProgramDescription &program, const std::int64_t (&named)[3],
                          std::int64_t (&extents)[3]) {
  for (int axis = 0; axis < 3; ++axis)
    extents[axis] = named[axis] + (named[axis] < INT64_MAX ? program.wider >> axis & 1 : 0);
}

/// Returns true if a field has as many cells as the grid of the kernels.
inline bool isWholeGrid(const ProgramDescription &program, int field) {
  return program.fields[field].lacks == 0 && program.fields[field].shorter == 0;
}

} // namespace stencilc::inline STENCILC_SPACE
