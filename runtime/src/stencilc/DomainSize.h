/// \file How large a domain is: what was asked for, else the arrays it starts from, else the hint.
#pragma once

#include "stencilc/NpyHeader.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Sets `size`: that `given` (null if it was not), else the shape of the first of `arrays` if that
/// has as many axes, else `hint`, which is 0 if there is none. Axes beyond `rank` are 1.
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

} // namespace stencilc::inline STENCILC_SPACE
