/// \file Rows of cells that CPU loops read near a face of the grid: real cells, or a fixed boundary
/// value in place of all cells.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Clamps the coordinate `at` to [0, extent).
STENCILC_HD constexpr int nearest(int at, int extent) {
  return at < 0 ? 0 : at < extent ? at : extent - 1;
}

/// Stand-in for the pointer to a row that a loop reads near a face, so that one loop serves inside
/// rows and boundary rows. With `isFixed` every cell has the boundary value `value`. Even then
/// `cells` must point to a readable row: an unconditional load lets compilers vectorise the loop.
template <class T> struct BoundedRow {
  const T *cells;
  T value = {};
  bool isFixed = false;

  STENCILC_HD T operator[](int x) const {
    const T cell = cells[x];
    return isFixed ? value : cell;
  }
};

} // namespace stencilc::inline STENCILC_SPACE
