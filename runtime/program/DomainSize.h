/// \file Chooses the size of the domain in cells: from the command line, otherwise from an input
/// array, otherwise from the source of the program.
#pragma once

#include "runtime/files/NpyHeader.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Sets `size`, the number of cells along each axis, to `given` (the user's size) if it is not
/// null. Otherwise uses the shape of the first input file in `arrays`, if it has `rank` axes.
/// Otherwise uses `hint`, the size in the program's source, or 0 if it has none. Axes with index
/// `rank` and above get size 1.
inline void chooseSize(int rank, const std::int64_t *given,
                       const std::vector<const NpyHeader *> &arrays, const std::int64_t *hint,
                       std::int64_t (&size)[3]) {
  const NpyHeader *const array = arrays.empty() ? nullptr : arrays.front();
  const bool fits = array && array->rank == rank && array->cells > 0;
  for (int axis = 0; axis < 3; ++axis)
    size[axis] = axis >= rank ? 1
                 : given      ? given[axis]
                 : fits       ? array->shape[rank - 1 - axis]
                              : hint[axis];
}

/// Returns a note for the user that an input array may be transposed. `size`, the size of the
/// domain, comes from the array, and is the size in the source (`hint`) with reversed axes.
/// Otherwise returns an empty text, also if `hint` is 0.
template <class Name>
std::string reversedNote(int rank, const std::int64_t *hint, const std::int64_t *size,
                         const Name &nameOf) {
  bool isReversed = true, isSame = true;
  std::string names, found, wanted;
  for (int axis = 0; axis < rank; ++axis) {
    isReversed &= size[axis] == hint[rank - 1 - axis];
    isSame &= size[axis] == hint[axis];
    names = std::string("n") + nameOf(axis) + (axis ? ", " : "") + names;
    found += (axis ? " x " : "") + std::to_string(size[axis]);
    wanted += (axis ? " x " : "") + std::to_string(hint[axis]);
  }
  return !isReversed || isSame
             ? ""
             : "the grid has the size of the array, " + found +
                   " cells, and the size in the source is " + wanted + "; arrays have the shape (" +
                   names + "): if this one is transposed, save numpy.ascontiguousarray(array.T)";
}

} // namespace stencilc::inline STENCILC_SPACE
