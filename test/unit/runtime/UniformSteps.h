/// \file Steps whose kernels all read equally far, each of the one before, as tests write them.
#pragma once

#include "runtime/engines/stream/plan/TraversalShape.h"
#include <vector>

namespace stencilc {

/// The kernels of a step that read `reach` planes to either side.
inline std::vector<KernelReach> uniformReaches(int kernels, int reach) {
  std::vector<KernelReach> reaches;
  for (int kernel = 0; kernel < kernels; ++kernel) {
    const int beyond = reach * (kernels - 1 - kernel);
    reaches.push_back({reach, beyond, beyond, reach * (kernel + 1)});
  }
  return reaches;
}

/// `checkReach`: planes that reports read to either side; -1: there are none.
inline std::vector<TraversalLevel> traversalLevels(int depth, int fused, int kernels, int reach,
                                                   int checkReach = -1) {
  const std::vector<KernelReach> reaches = uniformReaches(kernels, reach);
  StreamDescription stream{};
  stream.kernels = kernels;
  stream.reach = stream.lag = kernels * reach;
  stream.reaches = reaches.data();
  stream.checkReach = checkReach;
  return traversalLevels(depth, fused, stream);
}

} // namespace stencilc
