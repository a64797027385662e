/// \file Views: pointers with strides to the cells of one buffer, addressed by position.
#pragma once

#include "stencilc/Storage.h"

namespace stencilc::inline STENCILC_SPACE {

/// A typed pointer to cells with strides, not owning them. `row` and `plane` count cells. All
/// address arithmetic is in 64 bits, so the same kernels serve grids above 2^31 cells.
template <class T> struct View {
  T *data = nullptr;
  Int64 row = 0, plane = 0;

  STENCILC_HD T &operator()(int x, int y = 0, int z = 0) const { return data[index(x, y, z)]; }
  /// Returns the distance in cells from the first cell to (x, y, z).
  STENCILC_HD Int64 index(int x, int y = 0, int z = 0) const { return z * plane + y * row + x; }
  /// Converts this view (pointer and strides) to a read-only one.
  template <class U = T>
    requires(!detail::kIsConst<U>)
  STENCILC_HD operator View<const U>() const {
    return {data, row, plane};
  }
};

#if defined(__CUDA_ARCH__)
/// Loads a cell through the read-only data cache (ld.global.nc). No thread of the kernel may write
/// it.
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

/// View (pointer and strides) that loads cells through the read-only data cache (ld.global.nc). No
/// thread of the kernel may write these cells.
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

/// Sets the strides of all views (pointers with strides) to those of `first`. All views must have
/// the same layout. With shared strides the compiler computes and keeps one offset for a cell in
/// all views.
template <class First, class... Others>
STENCILC_HD void shareStrides(First &first, Others &...others) {
  ((detail::viewOf(others).row = detail::viewOf(first).row,
    detail::viewOf(others).plane = detail::viewOf(first).plane),
   ...);
}

} // namespace stencilc::inline STENCILC_SPACE
