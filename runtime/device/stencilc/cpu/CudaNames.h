/// \file CUDA's keywords and index variables for kernels that a host compiler compiles.
///
/// Only the keywords in the head of a kernel and the index variables are defined here. Functions
/// for the cooperation of threads, such as __syncthreads, are missing on purpose: kernels must call
/// those of Async.h. Tests on the CPU device (an emulated GPU) then run the same code as GPUs.
#pragma once

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): CUDA chose the names.

#if defined(STENCILC_KERNELS_APART)
// The compiler checks the body of such a function but emits no code. Another object defines its
// symbol.
#define __global__ extern inline __attribute__((gnu_inline, noinline))
#else
#define __global__
#endif
#define __device__
#define __host__
#define __constant__ const
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __cluster_dims__(...)

struct uint3 {
  unsigned x, y, z;
};

/// Three extents of a launch along x, y and z, as in CUDA; those not given are 1.
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3() = default;
  constexpr dim3(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

namespace stencilc::inline STENCILC_SPACE::cpu {

/// Indices of the running thread of a kernel, on the CPU device (an emulated GPU).
struct Position {
  uint3 thread, block;
  dim3 threads, blocks; // threads of a block; blocks of the launch
};
#if defined(STENCILC_KERNELS_APART)
const Position &position();
#endif

} // namespace stencilc::inline STENCILC_SPACE::cpu

#if defined(STENCILC_CPU_DEVICE)
#include "stencilc/cpu/Simt.h"
#endif

#if defined(STENCILC_KERNELS_APART) || defined(STENCILC_CPU_DEVICE)
namespace stencilc::inline STENCILC_SPACE::cpu {

/// Type of one coordinate of the running thread of a kernel, such as threadIdx.x. An object of this
/// type converts to the value of the coordinate (unsigned).
template <class Set, Set Position::*set, unsigned Set::*axis> struct Coordinate {
  operator unsigned() const { return position().*set.*axis; }
};
template <class Set, Set Position::*set> struct Coordinates {
  Coordinate<Set, set, &Set::x> x;
  Coordinate<Set, set, &Set::y> y;
  Coordinate<Set, set, &Set::z> z;
};

} // namespace stencilc::inline STENCILC_SPACE::cpu

// Constants instead of macros, because programs may use these names for something else.
inline constexpr stencilc::cpu::Coordinates<uint3, &stencilc::cpu::Position::thread> threadIdx{};
inline constexpr stencilc::cpu::Coordinates<uint3, &stencilc::cpu::Position::block> blockIdx{};
inline constexpr stencilc::cpu::Coordinates<dim3, &stencilc::cpu::Position::threads> blockDim{};
inline constexpr stencilc::cpu::Coordinates<dim3, &stencilc::cpu::Position::blocks> gridDim{};
#endif
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
