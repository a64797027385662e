/// \file Quotients by a square root, in float and double: the same bits on every target.
///
/// nvcc divides and takes roots by one approximation, one test and one branch each. On a GPU
/// overRoot does both from one approximation without a branch, and rounds twice like them.
#pragma once

#include "stencilc/Math.h"
#include "stencilc/Rare.h"
#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/RootCuda.h"
#endif

namespace stencilc::inline STENCILC_SPACE {

/// c / sqrt(x): the root rounded to nearest, then the quotient.
STENCILC_HD double overRoot(double c, double x) {
#if defined(__CUDA_ARCH__)
  return gpu::overRoot<false>(c, x);
#else
  return c / sqrt(x);
#endif
}
STENCILC_HD float overRoot(float c, float x) {
#if defined(__CUDA_ARCH__)
  return gpu::overRoot<false>(c, x);
#else
  return c / sqrt(x);
#endif
}

/// c / sqrt(x) for x that is NaN or not tiny: at least 2^-960.
STENCILC_HD double overLargeRoot(double c, double x) {
#if defined(__CUDA_ARCH__)
  return gpu::overRoot<true>(c, x);
#else
  return c / sqrt(x);
#endif
}
/// c / sqrt(x) for 2^-100 <= |c| <= 2^100, or anything where `rare` then says so.
template <bool kLarge> STENCILC_HD double usualOverRoot(double c, double x, RareOperands &rare) {
#if defined(__CUDA_ARCH__)
  double root;
  const double quotient = gpu::usualOverRoot(c, x, root);
  rare.takeRoot<kLarge>(x, root);
  return quotient;
#else
  rare.takeRoot<kLarge>(x, sqrt(x));
  return rare.areThere() ? 0 : c / sqrt(x); // which shows in tests where nobody asks
#endif
}
STENCILC_HD double overRoot(double c, double x, RareOperands &rare) {
  return usualOverRoot<false>(c, x, rare);
}
STENCILC_HD double overLargeRoot(double c, double x, RareOperands &rare) {
  return usualOverRoot<true>(c, x, rare);
}
/// At least 2^-100.
STENCILC_HD float overLargeRoot(float c, float x) {
#if defined(__CUDA_ARCH__)
  return gpu::overRoot<true>(c, x);
#else
  return c / sqrt(x);
#endif
}

} // namespace stencilc::inline STENCILC_SPACE
