/// \file Planes of the last axis of a program. With two axes a plane is a row, with one axis a
/// cell.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Field.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the number of planes of a grid along the last axis of the program.
inline int planesOf(const ProgramDescription &program, const Grid &grid) {
  return program.rank == 3 ? grid.nz : program.rank == 2 ? grid.ny : grid.nx;
}

/// Sets the number of planes of a grid along the last axis of the program.
inline void setPlanes(const ProgramDescription &program, Grid &grid, int planes) {
  (program.rank == 3 ? grid.nz : program.rank == 2 ? grid.ny : grid.nx) = planes;
}

/// Returns the bytes from one plane to the next: from row to row with two axes, from cell to cell
/// with one.
inline std::uint64_t planePitch(const ProgramDescription &program, const Layout &layout) {
  return program.rank == 3   ? layout.planePitch
         : program.rank == 2 ? layout.rowPitch
                             : layout.cellBytes;
}

/// Returns the name of several planes for messages: "planes", or "cells" with one axis.
inline const char *planesName(const ProgramDescription &program) {
  return program.rank == 1 ? "cells" : "planes";
}

} // namespace stencilc::inline STENCILC_SPACE
