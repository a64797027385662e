/// \file Quotients in float and double: the same bits on every target.
///
/// CUDA's own division takes a long way round where the numerator is zero, as in a flow at rest,
/// and approximates the reciprocal of a denominator anew for each numerator. This one does neither,
/// but begins with a test: kernels call it where several quotients have the same denominator.
#pragma once

#include "stencilc/Platform.h"
#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/QuotientCuda.h"
#endif

namespace stencilc::inline STENCILC_SPACE {

/// a / b, rounded to nearest.
STENCILC_HD double divide(double a, double b) {
#if defined(__CUDA_ARCH__)
  return gpu::divide(a, b);
#else
  return a / b;
#endif
}
STENCILC_HD float divide(float a, float b) {
#if defined(__CUDA_ARCH__)
  return gpu::divide(a, b);
#else
  return a / b;
#endif
}

} // namespace stencilc::inline STENCILC_SPACE
