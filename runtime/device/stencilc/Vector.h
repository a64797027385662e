/// \file Loads and stores of several cells of a row at once.
///
/// N cells are accessed 16 bytes at a time if they fill these exactly, in one access of 8 or 4
/// bytes if they fill that, else one by one. `Most` limits the bytes of an access. The first cell
/// must be aligned to the size of the access. A misaligned access ends the program with a message
/// on the CPU device, and is an error on a GPU.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Platform.h"
#include "stencilc/Storage.h"
#include "stencilc/View.h"

#if STENCILC_WORLD_CPU_DEVICE
#include "stencilc/cpu/CudaNames.h"
#endif

namespace stencilc::inline STENCILC_SPACE {

/// Returns how many cells of type T one memory access moves, if N cells are to be moved and an
/// access has at most `Most` bytes.
template <class T, int N, int Most = 16> STENCILC_HD constexpr int cellsPerAccess() {
  constexpr int cell = static_cast<int>(sizeof(T)), bytes = N * cell;
  if (Most >= 16 && bytes % 16 == 0)
    return 16 / cell;
  if (Most >= 8 && (bytes == 8 || bytes % 16 == 0))
    return 8 / cell;
  return cell < 4 && bytes % 4 == 0 ? 4 / cell : 1;
}

namespace detail {

#if STENCILC_WORLD_CUDA
/// CUDA's vector type of Count 32-bit words, which compilers load and store in one access.
template <int Count> struct Words;
template <> struct Words<1> {
  using Type = unsigned;
  static STENCILC_HD Type pack(const UInt32 *w) { return w[0]; }
  static STENCILC_HD void unpack(UInt32 *w, Type v) { w[0] = v; }
};
template <> struct Words<2> {
  using Type = uint2;
  static STENCILC_HD Type pack(const UInt32 *w) { return make_uint2(w[0], w[1]); }
  static STENCILC_HD void unpack(UInt32 *w, Type v) { w[0] = v.x, w[1] = v.y; }
};
template <> struct Words<4> {
  using Type = uint4;
  static STENCILC_HD Type pack(const UInt32 *w) { return make_uint4(w[0], w[1], w[2], w[3]); }
  static STENCILC_HD void unpack(UInt32 *w, Type v) {
    w[0] = v.x, w[1] = v.y, w[2] = v.z, w[3] = v.w;
  }
};
/// Conversion between W cells and one CUDA vector of the same size. This general version packs
/// several cells of a storage type, such as f16, into each 32-bit word.
template <class T, int W> struct Wide {
  static constexpr int kEach = 4 / static_cast<int>(sizeof(T)), kWords = W / kEach;
  using Type = typename Words<kWords>::Type;
  static STENCILC_HD Type pack(const T *c) {
    UInt32 words[kWords];
    STENCILC_UNROLL
    for (int i = 0; i < kWords; ++i) {
      words[i] = 0;
      STENCILC_UNROLL
      for (int k = 0; k < kEach; ++k)
        words[i] |= toWord(c[i * kEach + k]) << (8 * static_cast<int>(sizeof(T)) * k);
    }
    return Words<kWords>::pack(words);
  }
  static STENCILC_HD void unpack(T *c, Type v) {
    UInt32 words[kWords];
    Words<kWords>::unpack(words, v);
    STENCILC_UNROLL
    for (int i = 0; i < W; ++i)
      c[i] = fromWord<T>(words[i / kEach] >> (8 * static_cast<int>(sizeof(T)) * (i % kEach)));
  }
};
template <> struct Wide<float, 2> {
  using Type = float2;
  static STENCILC_HD Type pack(const float *c) { return make_float2(c[0], c[1]); }
  static STENCILC_HD void unpack(float *c, Type v) { c[0] = v.x, c[1] = v.y; }
};
template <> struct Wide<float, 4> {
  using Type = float4;
  static STENCILC_HD Type pack(const float *c) { return make_float4(c[0], c[1], c[2], c[3]); }
  static STENCILC_HD void unpack(float *c, Type v) {
    c[0] = v.x, c[1] = v.y, c[2] = v.z, c[3] = v.w;
  }
};
template <> struct Wide<double, 2> {
  using Type = double2;
  static STENCILC_HD Type pack(const double *c) { return make_double2(c[0], c[1]); }
  static STENCILC_HD void unpack(double *c, Type v) { c[0] = v.x, c[1] = v.y; }
};
#elif STENCILC_WORLD_CPU_DEVICE
template <class T, int N, int Most> void checkAccess(const T *cells, const char *what) {
  stencilc_simt.checkAligned(cells, cellsPerAccess<T, N, Most>() * sizeof(T), what);
}
#endif

} // namespace detail

/// Copies N cells between arrays that stay in registers.
template <int N, class T> STENCILC_HD void copy(T *to, const T *from) {
  STENCILC_UNROLL
  for (int i = 0; i < N; ++i)
    to[i] = from[i];
}

/// Sets N cells in registers to one value.
template <int N, class T> STENCILC_HD void fill(T *cells, T value) {
  STENCILC_UNROLL
  for (int i = 0; i < N; ++i)
    cells[i] = value;
}

/// Loads N adjacent cells from memory into registers, in accesses of at most `Most` bytes.
template <int N, int Most = 16, class T> STENCILC_HD void load(T *cells, const T *from) {
#if STENCILC_WORLD_CUDA
  constexpr int width = cellsPerAccess<T, N, Most>();
  if constexpr (width > 1) {
    using W = detail::Wide<T, width>;
    STENCILC_UNROLL
    for (int i = 0; i < N; i += width)
      W::unpack(cells + i, *reinterpret_cast<const typename W::Type *>(from + i));
    return;
  }
#elif STENCILC_WORLD_CPU_DEVICE
  detail::checkAccess<T, N, Most>(from, "load");
#endif
  copy<N>(cells, from);
}

/// Loads a cell through the read-only data cache (ld.global.nc). No thread of the kernel may write
/// it.
template <class T> STENCILC_HD T readOnly(const T *from) {
#if defined(__CUDA_ARCH__)
  return loadOnly(from);
#else
  return *from;
#endif
}
/// Loads N cells through the read-only data cache (ld.global.nc). No thread of the kernel may write
/// them.
template <int N, int Most = 16, class T> STENCILC_HD void loadReadOnly(T *cells, const T *from) {
#if defined(__CUDA_ARCH__)
  constexpr int width = cellsPerAccess<T, N, Most>();
  STENCILC_UNROLL
  for (int i = 0; i < N; i += width) {
    if constexpr (width > 1) {
      using W = detail::Wide<T, width>;
      W::unpack(cells + i, __ldg(reinterpret_cast<const typename W::Type *>(from + i)));
    } else {
      cells[i] = loadOnly(from + i);
    }
  }
#else
  load<N, Most>(cells, from);
#endif
}

/// Stores N adjacent cells from registers to memory, in accesses of at most `Most` bytes.
template <int N, int Most = 16, class T> STENCILC_HD void store(T *to, const T *cells) {
#if STENCILC_WORLD_CUDA
  constexpr int width = cellsPerAccess<T, N, Most>();
  if constexpr (width > 1) {
    using W = detail::Wide<T, width>;
    STENCILC_UNROLL
    for (int i = 0; i < N; i += width)
      *reinterpret_cast<typename W::Type *>(to + i) = W::pack(cells + i);
    return;
  }
#elif STENCILC_WORLD_CPU_DEVICE
  detail::checkAccess<T, N, Most>(to, "store");
#endif
  copy<N>(to, cells);
}

/// Stores N cells that are not read again soon, so that caches evict them first (st.global.cs).
template <int N, int Most = 16, class T> STENCILC_HD void storeStreaming(T *to, const T *cells) {
#if defined(__CUDA_ARCH__)
  constexpr int width = cellsPerAccess<T, N, Most>();
  if constexpr (width > 1) {
    using W = detail::Wide<T, width>;
    STENCILC_UNROLL
    for (int i = 0; i < N; i += width)
      __stcs(reinterpret_cast<typename W::Type *>(to + i), W::pack(cells + i));
  } else {
    STENCILC_UNROLL
    for (int i = 0; i < N; ++i)
      if constexpr (detail::kIsStored<T>)
        __stcs(&to[i].bits, cells[i].bits);
      else
        __stcs(to + i, cells[i]);
  }
#else
  store<N, Most>(to, cells);
#endif
}

/// Stores N cells of a row to memory, or only the first `left` of them if the row ends before.
template <int N, int Most = 16, class T>
STENCILC_HD void storeRow(T *to, const T *cells, int left) {
  if (left >= N) {
    store<N, Most>(to, cells);
    return;
  }
  STENCILC_UNROLL
  for (int i = 0; i < N; ++i)
    if (i < left)
      to[i] = cells[i];
}

/// Stores N cells of a row, or the first `left` of them. Caches evict these cells first
/// (st.global.cs).
template <int N, int Most = 16, class T>
STENCILC_HD void storeRowStreaming(T *to, const T *cells, int left) {
  if (left >= N)
    storeStreaming<N, Most>(to, cells);
  else
    storeRow<N, Most>(to, cells, left);
}

/// Stores N cells of a field from (x, y, z) on; cells at or beyond the end of the row, grid.nx, are
/// not stored.
template <int N, int Most = 16, class T>
STENCILC_HD void storeRow(const View<T> &view, const Grid &grid, const T *cells, int x, int y = 0,
                          int z = 0) {
  storeRow<N, Most>(&view(x, y, z), cells, grid.nx - x);
}

/// Stores N cells of a field from (x, y, z) on. Cells at or beyond the end of the row, grid.nx, are
/// not stored. Caches evict the stored cells first (st.global.cs).
template <int N, int Most = 16, class T>
STENCILC_HD void storeRowStreaming(const View<T> &view, const Grid &grid, const T *cells, int x,
                                   int y = 0, int z = 0) {
  if (x + N <= grid.nx)
    storeStreaming<N, Most>(&view(x, y, z), cells);
  else
    storeRow<N, Most>(view, grid, cells, x, y, z);
}

} // namespace stencilc::inline STENCILC_SPACE
