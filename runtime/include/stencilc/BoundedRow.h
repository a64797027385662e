/// \file A row of cells as loops near a face read it: there are cells, or the boundary's one value.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// The coordinate of a cell inside that is nearest to `at`, on an axis of `extent` cells.
STENCILC_HD constexpr int nearest(int at, int extent) {
  return at < 0 ? 0 : at < extent ? at : extent - 1;
}

/// Looks like the pointer to a row that loops read where nothing leaves the grid, so that both are
/// the same loop. Beyond a face that is fixed, every cell has one value; some row is read there as
/// well, whichever, since a loop that loads without asking is one that compilers vectorise.
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
