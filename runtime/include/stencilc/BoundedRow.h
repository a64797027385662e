/// \file A row of cells as CPU loops read it near a face: real cells, or one fixed boundary value.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Clamps the coordinate `at` to [0, extent).
STENCILC_HD constexpr int nearest(int at, int extent) {
  return at < 0 ? 0 : at < extent ? at : extent - 1;
}

/// Replaces the pointer to a row where a loop reads near a face, so that the same loop serves
/// inside rows and boundary rows. With `isFixed` every cell has the boundary value `value`. Even
/// then `cells` must point to a readable row: an unconditional load lets compilers vectorise the
/// loop.
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
