/// \file Number of cells of each field along each axis. Profiles (values along some axes only) and
/// fields of a staggered grid can have fewer cells than kernels compute.
#pragma once

#include "stencilc/Description.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the numbers of cells of a field or profile (values along some axes only) as users see
/// them. `grid` has the numbers that kernels compute. On a staggered grid, fields without values at
/// both end faces have one cell less along an axis. Profiles have one cell along an axis without
/// values.
inline Grid fieldGrid(const ProgramDescription &program, int field, const Grid &grid) {
  const FieldDescription &described = program.fields[field];
  const auto along = [&](int axis, int cells) {
    return described.lacks >> axis & 1 ? 1 : cells - (described.shorter >> axis & 1);
  };
  return {along(0, grid.nx), along(1, grid.ny), along(2, grid.nz)};
}

/// Returns the numbers of cells that the user has chosen. `grid` has the numbers of cells that
/// kernels compute: one more along axes where a staggered field has values at both end faces.
inline Grid namedGrid(const ProgramDescription &program, const Grid &grid) {
  const auto along = [&](int axis, int cells) { return cells - (program.wider >> axis & 1); };
  return {along(0, grid.nx), along(1, grid.ny), along(2, grid.nz)};
}

/// Sets `extents` to the numbers of cells that kernels compute. `named` has the numbers that the
/// user has chosen. Kernels compute one cell more along axes where a staggered field has values at
/// both end faces.
inline void kernelExtents(const ProgramDescription &program, const std::int64_t (&named)[3],
                          std::int64_t (&extents)[3]) {
  for (int axis = 0; axis < 3; ++axis)
    extents[axis] = named[axis] + (named[axis] < INT64_MAX ? program.wider >> axis & 1 : 0);
}

/// Returns true if field number `field` has all cells that kernels compute. Profiles (values along
/// some axes only) and some fields of staggered grids have fewer.
inline bool isWholeGrid(const ProgramDescription &program, int field) {
  return program.fields[field].lacks == 0 && program.fields[field].shorter == 0;
}

} // namespace stencilc::inline STENCILC_SPACE
