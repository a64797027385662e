/// \file NaN and infinities in results: every NaN gets the same bits before it is written.
///
/// Which bits a NaN has is the choice of a processor, a compiler or a library: x86 makes another
/// one of 0/0 than ARM and than a GPU. Written as they come, equal results would differ in bytes.
#pragma once

#include "stencilc/CellTypes.h"
#include <cmath>
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Gives each NaN of `cells` the bits of a quiet NaN without sign or payload: 0x7ff8000000000000,
/// 0x7fc00000, 0x7e00 of f16 or 0x7fc0 of bf16. Whether all cells are finite.
template <class T> bool settleNotFinite(T *cells, std::int64_t count) {
  bool all = true;
  for (std::int64_t i = 0; i < count; ++i)
    all &= isFiniteCell(cells[i]);
  for (std::int64_t i = 0; i < count && !all; ++i)
    if (std::isnan(static_cast<double>(cells[i])))
      cells[i] = nanCell<T>();
  return all;
}
inline bool settleNotFinite(void *cells, std::int64_t count, Scalar scalar) {
  return withCell(scalar,
                  [&]<class T>(T) { return settleNotFinite(static_cast<T *>(cells), count); });
}

} // namespace stencilc::inline STENCILC_SPACE
