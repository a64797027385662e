/// \file Quotients by a square root, in float and double: the same bits on every target.
///
/// nvcc divides and takes roots by one approximation, one test and one branch each. On a GPU
/// overRoot does both from one approximation without a branch, and rounds twice like them.
#pragma once

#include "stencilc/Math.h"
#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/RootCuda.h"
#endif

namespace stencilc::inline STENCILC_SPACE {

/// What there was among the arguments of several roots, so that one question is asked for all.
class RareRoots {
public:
  /// An argument, and the root that was made of it; with kLarge the argument is NaN or not tiny: at
  /// least 2^-960.
  template <bool kLarge> STENCILC_HD void take(double x, double root) {
    const unsigned size = upperHalf(x), last = lowerHalf(root);
    most = most < size ? size : most;
    if (!kLarge)
      least = size < least ? size : least;
    lowest = lowest < last ? last : lowest;
  }
  /// Whether any quotient may be wrong: of what is no positive finite number or less than 2^-960,
  /// or of a root whose bits may all be set, of which a reciprocal is corrected by hand.
  STENCILC_HD bool areThere() const {
    return __builtin_expect(most >= 0x7ff00000U || least < 0x03f00000U || lowest == 0xffffffffU, 0);
  }

private:
  static STENCILC_HD unsigned upperHalf(double x) {
#if defined(__CUDA_ARCH__)
    return static_cast<unsigned>(__double2hiint(x));
#else
    return static_cast<unsigned>(__builtin_bit_cast(UInt64, x) >> 32);
#endif
  }
  static STENCILC_HD unsigned lowerHalf(double x) {
#if defined(__CUDA_ARCH__)
    return static_cast<unsigned>(__double2loint(x));
#else
    return static_cast<unsigned>(__builtin_bit_cast(UInt64, x));
#endif
  }
  unsigned most = 0, least = 0xffffffff, lowest = 0;
};

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
template <bool kLarge> STENCILC_HD double usualOverRoot(double c, double x, RareRoots &rare) {
#if defined(__CUDA_ARCH__)
  double root;
  const double quotient = gpu::usualOverRoot(c, x, root);
  rare.take<kLarge>(x, root);
  return quotient;
#else
  rare.take<kLarge>(x, sqrt(x));
  return rare.areThere() ? 0 : c / sqrt(x); // which shows in tests where nobody asks
#endif
}
STENCILC_HD double overRoot(double c, double x, RareRoots &rare) {
  return usualOverRoot<false>(c, x, rare);
}
STENCILC_HD double overLargeRoot(double c, double x, RareRoots &rare) {
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
