/// \file The words of CUDA that kernel text uses, for a host compiler.
///
/// Only the words of a kernel's head and the index variables are here. What a kernel does together
/// with other threads goes through Async.h, so __syncthreads and its like are missing on purpose:
/// emitted code that used them would not be what the tests on the CPU device have seen.
#pragma once

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): CUDA chose the names.

#if defined(STENCILC_KERNELS_APART)
// The address of such a function is a symbol for somebody else to define; its text is checked, and
// no code is made of it.
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

/// Axes left out are 1.
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3() = default;
  constexpr dim3(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

namespace stencilc::inline STENCILC_SPACE::cpu {

/// Where the running thread of a kernel is.
struct Position {
  uint3 thread, block;
  dim3 threads, blocks; // of a block; of the launch
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

/// One of the numbers that say where the running thread is; and three of them.
template <class Set, Set Position::*set, unsigned Set::*axis> struct Coordinate {
  operator unsigned() const { return position().*set.*axis; }
};
template <class Set, Set Position::*set> struct Coordinates {
  Coordinate<Set, set, &Set::x> x;
  Coordinate<Set, set, &Set::y> y;
  Coordinate<Set, set, &Set::z> z;
};

} // namespace stencilc::inline STENCILC_SPACE::cpu

// No macros: programs may call something of their own so.
inline constexpr stencilc::cpu::Coordinates<uint3, &stencilc::cpu::Position::thread> threadIdx{};
inline constexpr stencilc::cpu::Coordinates<uint3, &stencilc::cpu::Position::block> blockIdx{};
inline constexpr stencilc::cpu::Coordinates<dim3, &stencilc::cpu::Position::threads> blockDim{};
inline constexpr stencilc::cpu::Coordinates<dim3, &stencilc::cpu::Position::blocks> gridDim{};
#endif
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
