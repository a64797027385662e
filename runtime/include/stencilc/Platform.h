/// \file Which of the three worlds this translation unit is compiled for, and the words that
/// differ.
///
/// CUDA        nvcc: kernels run on a GPU.
/// CPU device  a host compiler with -DSTENCILC_CPU_DEVICE: the same kernel text runs thread by
///             thread on the host, to find faults (cpu/).
/// CPU         a host compiler: no kernels, emitted code is loops (--target=cpu).
#pragma once

#if defined(STENCILC_CPU_DEVICE)
#if defined(__CUDACC__)
#error "STENCILC_CPU_DEVICE is for host compilers; compile with g++ -x c++, or leave it out"
#endif
#define STENCILC_WORLD_CUDA 0
#define STENCILC_WORLD_CPU_DEVICE 1
#elif defined(__CUDACC__)
#define STENCILC_WORLD_CUDA 1
#define STENCILC_WORLD_CPU_DEVICE 0
#else
#define STENCILC_WORLD_CUDA 0
#define STENCILC_WORLD_CPU_DEVICE 0
#endif

/// Kernels exist here.
#define STENCILC_HAS_KERNELS (STENCILC_WORLD_CUDA || STENCILC_WORLD_CPU_DEVICE)

#if STENCILC_WORLD_CUDA
#include <cuda_runtime.h>
/// A function of host and device.
#define STENCILC_HD __host__ __device__ __forceinline__
/// A function kernels call.
#define STENCILC_DEVICE __device__ __forceinline__
#define STENCILC_UNROLL _Pragma("unroll")
#else
#define STENCILC_HD inline
#define STENCILC_DEVICE inline
#define STENCILC_UNROLL
#endif

/// Linkage of the little that programs call of main.h and stream/StreamEngine.h.
#ifndef STENCILC_MAIN_LINKAGE
#define STENCILC_MAIN_LINKAGE inline
#endif

#if STENCILC_WORLD_CPU_DEVICE
#include "stencilc/cpu/CudaNames.h"
#endif

namespace stencilc {

inline constexpr int kWarpSize = 32;

/// `a / b` rounded up, for a >= 0 and b > 0.
template <class T> STENCILC_HD constexpr T ceilDiv(T a, T b) { return a / b + (a % b != 0); }

} // namespace stencilc
