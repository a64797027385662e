/// \file The words of CUDA that kernel text uses, for a host compiler: the CPU device.
///
/// Only the words of a kernel's head and the index variables are here. What a kernel does together
/// with other threads goes through Async.h, so __syncthreads and its like are missing on purpose:
/// emitted code that used them would not be what the tests on the CPU device have seen.
#pragma once

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): CUDA chose the names.

#define __global__
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

/// Set by the CPU device before it runs a thread. constinit: no check for first use on each access.
inline constinit thread_local uint3 threadIdx{}, blockIdx{};
inline constinit thread_local dim3 blockDim{}, gridDim{};
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
