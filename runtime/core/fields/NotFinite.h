/// \file NaN in results: all NaNs get the same bits before they are written.
///
/// The bits of a NaN depend on processor, compiler and library. For example, 0/0 gives other bits
/// on x86 than on ARM and on GPUs. With the same bits for all NaNs, files of equal results are
/// equal.
#pragma once

#include "runtime/core/fields/CellTypes.h"
#include <cmath>
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Replaces each NaN in `cells` by the quiet NaN without sign and payload: 0x7ff8000000000000
/// (f64), 0x7fc00000 (f32), 0x7e00 (f16) or 0x7fc0 (bf16). Returns true if all cells are finite.
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
