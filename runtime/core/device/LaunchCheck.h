/// \file Checks of kernel launches and tensor maps, whose messages say what is wrong. The driver
/// only reports "invalid value".
#pragma once

#include "runtime/core/support/Status.h"
#include "runtime/core/support/Text.h"
#include "stencilc/Launch.h"

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

/// Checks the numbers of blocks, of threads of a block and of blocks of a cluster against the
/// limits of GPUs from sm_80 on. Returns success, or an error that names the kernel.
Status checkShape(const KernelLaunch &launch);

/// Checks a tensor map (a descriptor for TMA copies) against the rules of cuTensorMapEncodeTiled.
/// Returns an error that says which rule is violated.
Status checkTensor(const TensorRequest &request);

} // namespace stencilc::inline STENCILC_SPACE
