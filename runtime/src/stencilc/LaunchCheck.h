/// \file What devices cannot do, said in words before they are asked: the driver only says "invalid
/// value".
#pragma once

#include "stencilc/Launch.h"
#include "stencilc/Status.h"
#include "stencilc/Text.h"

namespace stencilc::inline STENCILC_SPACE {

namespace detail {

inline std::string shapeText(const unsigned (&d)[3]) {
  return format("%u x %u x %u", d[0], d[1], d[2]);
}
inline unsigned long long countOf(const unsigned (&d)[3]) { return 1ull * d[0] * d[1] * d[2]; }

std::string checkBlocks(const unsigned (&grid)[3]);

std::string checkThreads(const unsigned (&block)[3]);

std::string checkCluster(const KernelLaunch &launch);

} // namespace detail

/// Refuses what no device since sm_80 can launch.
Status checkShape(const KernelLaunch &launch);

/// Refuses what cuTensorMapEncodeTiled does.
Status checkTensor(const TensorRequest &request);

} // namespace stencilc::inline STENCILC_SPACE
