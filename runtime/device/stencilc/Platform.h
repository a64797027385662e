/// \file Macros that describe the compilation mode of this translation unit, and function
/// attributes that depend on it.
///
/// CUDA           nvcc for host code and kernels, or NVRTC for kernels only. Kernels run on a GPU.
/// kernels apart  a host compiler with -DSTENCILC_KERNELS_APART, for the host code of emitted CUDA
///                source. The kernels that it launches are compiled elsewhere and found by name.
/// CPU device     a host compiler with -DSTENCILC_CPU_DEVICE. Kernels of the same source run thread
///                by thread on the host, to find faults (cpu/).
/// CPU            a host compiler. The emitted code has loops and no kernels (--target=cpu).
///
/// Headers that emitted code includes do not use the standard library.
#pragma once

#include "stencilc/Types.h"

#if defined(__CUDACC__)
#define STENCILC_WORLD_CUDA 1
#else
#define STENCILC_WORLD_CUDA 0
#endif
#if defined(STENCILC_CPU_DEVICE)
#define STENCILC_WORLD_CPU_DEVICE 1
#else
#define STENCILC_WORLD_CPU_DEVICE 0
#endif
#if defined(STENCILC_KERNELS_APART)
#define STENCILC_WORLD_APART 1
#else
#define STENCILC_WORLD_APART 0
#endif
#if STENCILC_WORLD_CUDA + STENCILC_WORLD_CPU_DEVICE + STENCILC_WORLD_APART > 1
#error "STENCILC_CPU_DEVICE and STENCILC_KERNELS_APART are for host compilers, one at a time"
#endif

/// Macro that is 1 if this translation unit contains kernels, else 0.
#define STENCILC_HAS_KERNELS                                                                       \
  (STENCILC_WORLD_CUDA || STENCILC_WORLD_CPU_DEVICE || STENCILC_WORLD_APART)
/// Macro that is 1 if this translation unit contains host code, else 0.
#if defined(__CUDACC_RTC__)
#define STENCILC_HAS_HOST 0
#else
#define STENCILC_HAS_HOST 1
#endif

#if STENCILC_WORLD_CUDA
/// Attributes of a function for host and device.
#define STENCILC_HD __host__ __device__ __forceinline__
/// Attributes of a function for host and device that is rarely called. It is not inlined, so that
/// its instructions exist once.
#define STENCILC_HD_SELDOM static __host__ __device__ __noinline__
/// Attributes of a function that kernels call.
#define STENCILC_DEVICE __device__ __forceinline__
#define STENCILC_UNROLL _Pragma("unroll")
#define STENCILC_NO_UNROLL _Pragma("unroll 1")
#else
#define STENCILC_HD inline
#define STENCILC_HD_SELDOM inline
#define STENCILC_DEVICE inline
#define STENCILC_UNROLL
#define STENCILC_NO_UNROLL
#endif

#if STENCILC_WORLD_CPU_DEVICE || STENCILC_WORLD_APART
#include "stencilc/cpu/CudaNames.h"
#endif

namespace stencilc::inline STENCILC_SPACE {

inline constexpr int kWarpSize = 32;

/// Returns `a / b` rounded up, for a >= 0 and b > 0.
template <class T> STENCILC_HD constexpr T ceilDiv(T a, T b) { return a / b + (a % b != 0); }

} // namespace stencilc::inline STENCILC_SPACE
