/// \file How many cells each field has: those of the grid, fewer along axes that a profile lacks.
#pragma once

#include "stencilc/Description.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// The extents that users see of the field or profile number `field`; `grid` is that of kernels.
inline Grid fieldGrid(const ProgramDescription &program, int field, const Grid &grid) {
  const FieldDescription &described = program.fields[field];
  const auto along = [&](int axis, int cells) {
    return described.lacks >> axis & 1 ? 1 : cells - (described.shorter >> axis & 1);
  };
  return {along(0, grid.nx), along(1, grid.ny), along(2, grid.nz)};
}

/// The grid that users speak of, where kernels have `grid`.
inline Grid namedGrid(const ProgramDescription &program, const Grid &grid) {
  const auto along = [&](int axis, int cells) { return cells - (program.wider >> axis & 1); };
  return {along(0, grid.nx), along(1, grid.ny), along(2, grid.nz)};
}

/// The extents of kernels' grid, where users ask for `named`.
inline void kernelExtents(const ProgramDescription &program, const std::int64_t (&named)[3],
                          std::int64_t (&extents)[3]) {
  for (int axis = 0; axis < 3; ++axis)
    extents[axis] = named[axis] + (named[axis] < INT64_MAX ? program.wider >> axis & 1 : 0);
}

/// Whether the field has as many cells as the grid of kernels.
inline bool isWholeGrid(const ProgramDescription &program, int field) {
  return program.fields[field].lacks == 0 && program.fields[field].shorter == 0;
}

} // namespace stencilc::inline STENCILC_SPACE
