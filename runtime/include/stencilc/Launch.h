/// \file The shape of a kernel launch, checked against what devices allow, and the launch itself.
#pragma once

#include "stencilc/Platform.h"

#if STENCILC_HAS_KERNELS
#include "stencilc/Device.h"
#include "stencilc/Status.h"
#include "stencilc/Text.h"

namespace stencilc {

struct LaunchShape {
  dim3 grid, block;
  std::size_t sharedBytes = 0; // per block
  /// The kernel's threads wait for each other: it calls syncThreads, a warp operation, a barrier
  /// wait or a cluster operation. A GPU does not care. The CPU device runs threads of kernels that
  /// do not wait as plain calls one after the other, which is many times faster, and stops with a
  /// message if such a kernel waits after all.
  bool barriers = false;
  dim3 cluster = dim3(1, 1, 1); // blocks that share their shared memory (sm_90)
  /// Blocks may start as soon as every block of the kernel launched before has called
  /// letNextStart(), without waiting for what it writes. Where the device cannot do that (before
  /// sm_90, on the CPU) they wait.
  bool besideLast = false;
};

namespace detail {

inline std::string shapeText(dim3 d) { return format("%u x %u x %u", d.x, d.y, d.z); }

inline std::string checkBlocks(dim3 grid) {
  const unsigned blocks[3] = {grid.x, grid.y, grid.z};
  const unsigned limits[3] = {2147483647, 65535, 65535};
  for (int axis = 0; axis < 3; ++axis) {
    if (blocks[axis] == 0)
      return "a grid of " + shapeText(grid) + " blocks is empty";
    if (blocks[axis] > limits[axis])
      return "a grid of " + shapeText(grid) +
             format(" blocks has more than %u along %c; let each block do more cells along %c",
                    limits[axis], "xyz"[axis], "xyz"[axis]);
  }
  return "";
}

inline std::string checkThreads(dim3 block) {
  const unsigned long long threads = 1ull * block.x * block.y * block.z;
  if (threads == 0)
    return "a block of " + shapeText(block) + " threads is empty";
  if (block.x > 1024 || block.y > 1024 || block.z > 64 || threads > 1024)
    return "a block of " + shapeText(block) +
           " threads is too large: at most 1024, and at most 64 along z";
  return "";
}

inline std::string checkCluster(dim3 grid, dim3 cluster) {
  const unsigned long long blocks = 1ull * cluster.x * cluster.y * cluster.z;
  if (blocks == 0 || blocks > 8)
    return "a cluster of " + shapeText(cluster) + " blocks must have 1 to 8";
  if (grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z)
    return "a grid of " + shapeText(grid) + " blocks is not a whole number of clusters of " +
           shapeText(cluster);
  return "";
}

} // namespace detail

/// Refuses what no device since sm_80 can launch. `name` is the kernel's.
inline Status checkShape(const char *name, const LaunchShape &shape) {
  std::string wrong = detail::checkBlocks(shape.grid);
  if (wrong.empty())
    wrong = detail::checkThreads(shape.block);
  if (wrong.empty())
    wrong = detail::checkCluster(shape.grid, shape.cluster);
  return wrong.empty() ? Status() : Status::invalid(std::string("kernel '") + name + "': " + wrong);
}

/// Enqueues `kernel` on `stream`; arguments are converted to the kernel's parameter types. On the
/// CPU device it has run when this returns, and faults of the kernel end the process with a
/// message.
template <class... Parameters, class... Arguments>
Status launch(Stream stream, const char *name, void (*kernel)(Parameters...),
              const LaunchShape &shape, const Arguments &...arguments);

} // namespace stencilc

#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/LaunchCuda.h"
#else
#include "stencilc/cpu/SimtLaunch.h"
#endif
#endif
