/// \file Checks of kernel launches and tensor maps against the limits of devices.
#include "runtime/core/device/LaunchCheck.h"

namespace stencilc::inline STENCILC_SPACE::detail {

std::string checkBlocks(const unsigned (&grid)[3]) {
  const unsigned limits[3] = {2147483647, 65535, 65535};
  for (int axis = 0; axis < 3; ++axis) {
    if (grid[axis] == 0)
      return "a grid of " + shapeText(grid) + " blocks is empty";
    if (grid[axis] > limits[axis])
      return "a grid of " + shapeText(grid) +
             format(" blocks has more than %u along %c; let each block do more cells along %c",
                    limits[axis], "xyz"[axis], "xyz"[axis]);
  }
  return "";
}

std::string checkThreads(const unsigned (&block)[3]) {
  const unsigned long long threads = countOf(block);
  if (threads == 0)
    return "a block of " + shapeText(block) + " threads is empty";
  if (block[0] > 1024 || block[1] > 1024 || block[2] > 64 || threads > 1024)
    return "a block of " + shapeText(block) +
           " threads is too large: at most 1024, and at most 64 along z";
  return "";
}

std::string checkCluster(const KernelLaunch &launch) {
  const unsigned long long blocks = countOf(launch.cluster);
  if (blocks == 0 || blocks > 8)
    return "a cluster of " + shapeText(launch.cluster) + " blocks must have 1 to 8";
  for (int axis = 0; axis < 3; ++axis)
    if (launch.grid[axis] % launch.cluster[axis])
      return "a grid of " + shapeText(launch.grid) +
             " blocks is not a whole number of clusters of " + shapeText(launch.cluster);
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE::detail

namespace stencilc::inline STENCILC_SPACE {

Status checkShape(const KernelLaunch &launch) {
  std::string wrong = detail::checkBlocks(launch.grid);
  if (wrong.empty())
    wrong = detail::checkThreads(launch.block);
  if (wrong.empty())
    wrong = detail::checkCluster(launch);
  return wrong.empty() ? Status()
                       : Status::invalid(std::string("kernel '") + launch.name + "': " + wrong);
}

Status checkTensor(const TensorRequest &request) {
  const auto wrong = [](const std::string &what) { return Status::invalid("tensor map: " + what); };
  if (request.rank < 1 || request.rank > 3)
    return wrong(format("a tensor of %d axes; it must have 1 to 3", request.rank));
  if (reinterpret_cast<std::uintptr_t>(request.base) % 16 != 0)
    return wrong("the tensor does not begin on a boundary of 16 bytes");
  for (int axis = 1; axis < request.rank; ++axis)
    if (request.pitches[axis] % 16 != 0)
      return wrong(format("a pitch of %lld bytes is not a multiple of 16",
                          static_cast<long long>(request.pitches[axis])));
  for (int axis = 0; axis < request.rank; ++axis)
    if (request.box[axis] < 1 || request.box[axis] > 256)
      return wrong(format("a box of %d cells along %c; it must have 1 to 256", request.box[axis],
                          "xyz"[axis]));
  if (static_cast<std::size_t>(request.box[0]) * request.cellBytes % 16 != 0)
    return wrong(format("rows of a box of %zu bytes; they must be a multiple of 16",
                        static_cast<std::size_t>(request.box[0]) * request.cellBytes));
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
