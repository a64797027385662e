/// \file The cells of one buffer, addressed by position.
#pragma once

#include "stencilc/Storage.h"

namespace stencilc::inline STENCILC_SPACE {

/// Does not own its cells. Strides are in cells. All address arithmetic is in 64 bits, so that
/// grids above 2^31 cells need no other kernel.
template <class T> struct View {
  T *data = nullptr;
  Int64 row = 0, plane = 0;

  STENCILC_HD T &operator()(int x, int y = 0, int z = 0) const { return data[index(x, y, z)]; }
  /// Cells from the first one to (x, y, z).
  STENCILC_HD Int64 index(int x, int y = 0, int z = 0) const { return z * plane + y * row + x; }
  /// What is written may also be read.
  template <class U = T>
    requires(!detail::kIsConst<U>)
  STENCILC_HD operator View<const U>() const {
    return {data, row, plane};
  }
};

#if defined(__CUDA_ARCH__)
/// A cell, as data that no thread of the kernel writes (ld.global.nc).
template <class T> STENCILC_DEVICE T loadOnly(const T *from) {
  if constexpr (detail::kIsStored<T>) {
    T cell;
    cell.bits = __ldg(&from->bits);
    return cell;
  } else {
    return __ldg(from);
  }
}
#endif

/// A view whose cells are read as data that no thread of the kernel writes (ld.global.nc).
template <class T> struct ReadOnlyView {
  View<const T> view;

  STENCILC_HD ReadOnlyView(const View<const T> &view) : view(view) {}
  STENCILC_HD T operator()(int x, int y = 0, int z = 0) const {
#if defined(__CUDA_ARCH__)
    return loadOnly(&view(x, y, z));
#else
    return view(x, y, z);
#endif
  }
};

namespace detail {
template <class T> STENCILC_HD View<T> &viewOf(View<T> &view) { return view; }
template <class T> STENCILC_HD View<const T> &viewOf(ReadOnlyView<T> &view) { return view.view; }
} // namespace detail

/// Views of buffers that are laid out alike get the strides of `first`, so that a compiler sees
/// what it cannot know: that a cell of one lies where the cell of another does, and the way to it
/// is computed and kept once for all of them.
template <class First, class... Others>
STENCILC_HD void shareStrides(First &first, Others &...others) {
  ((detail::viewOf(others).row = detail::viewOf(first).row,
    detail::viewOf(others).plane = detail::viewOf(first).plane),
   ...);
}

} // namespace stencilc::inline STENCILC_SPACE
