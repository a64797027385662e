/// \file The functions of the language for kernels and CPU loops, in float and double.
///
/// The functions fma, sqrt, abs, floor, min and max give the same bits on every target. The
/// functions exp, log, sin, cos, tanh and pow come from each target's own library, so their last
/// digits can differ.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

namespace detail {

/// Hides a value from the optimiser of a host compiler. Otherwise the compiler would evaluate
/// functions of known arguments (`u == 0.7 ? tanh(u) : 0`) without the C library, and the result
/// could have other last digits.
template <class T> STENCILC_HD T opaque(T value) {
#if !defined(__CUDA_ARCH__)
  asm("" : "+m"(value));
#endif
  return value;
}

} // namespace detail

/// Returns `value`. On a GPU the compiler cannot know that two calls return the same number.
/// Therefore it computes expressions of the result again where they are needed, and keeps none in
/// registers.
STENCILC_HD int afresh(int value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(value));
#endif
  return value;
}

#if defined(__CUDA_ARCH__)
#define STENCILC_MATH(onDevice, onHost) return onDevice
#else
#define STENCILC_MATH(onDevice, onHost) return onHost
#endif

/// Returns a * b + c, rounded once.
STENCILC_HD double fma(double a, double b, double c) {
  STENCILC_MATH(__fma_rn(a, b, c), __builtin_fma(a, b, c));
}
STENCILC_HD float fma(float a, float b, float c) {
  STENCILC_MATH(__fmaf_rn(a, b, c), __builtin_fmaf(a, b, c));
}

STENCILC_HD double sqrt(double a) { STENCILC_MATH(__dsqrt_rn(a), __builtin_sqrt(a)); }
STENCILC_HD float sqrt(float a) { STENCILC_MATH(__fsqrt_rn(a), __builtin_sqrtf(a)); }

/// Returns the smaller argument. Returns `b` if either is NaN, and for zeros of two signs, because
/// one compare and one select do so on every target. The C library's fmin returns the other
/// argument if one is NaN.
template <class T> STENCILC_HD constexpr T min(T a, T b) { return a < b ? a : b; }
/// Returns the larger argument. Returns `b` if either is NaN, and for zeros of two signs.
template <class T> STENCILC_HD constexpr T max(T a, T b) { return a > b ? a : b; }

STENCILC_HD double abs(double a) { STENCILC_MATH(::fabs(a), __builtin_fabs(a)); }
STENCILC_HD float abs(float a) { STENCILC_MATH(::fabsf(a), __builtin_fabsf(a)); }
STENCILC_HD double floor(double a) { STENCILC_MATH(::floor(a), __builtin_floor(a)); }
STENCILC_HD float floor(float a) { STENCILC_MATH(::floorf(a), __builtin_floorf(a)); }

STENCILC_HD double exp(double a) { STENCILC_MATH(::exp(a), __builtin_exp(detail::opaque(a))); }
STENCILC_HD float exp(float a) { STENCILC_MATH(::expf(a), __builtin_expf(detail::opaque(a))); }
STENCILC_HD double log(double a) { STENCILC_MATH(::log(a), __builtin_log(detail::opaque(a))); }
STENCILC_HD float log(float a) { STENCILC_MATH(::logf(a), __builtin_logf(detail::opaque(a))); }
STENCILC_HD double sin(double a) { STENCILC_MATH(::sin(a), __builtin_sin(detail::opaque(a))); }
STENCILC_HD float sin(float a) { STENCILC_MATH(::sinf(a), __builtin_sinf(detail::opaque(a))); }
STENCILC_HD double cos(double a) { STENCILC_MATH(::cos(a), __builtin_cos(detail::opaque(a))); }
STENCILC_HD float cos(float a) { STENCILC_MATH(::cosf(a), __builtin_cosf(detail::opaque(a))); }
STENCILC_HD double tanh(double a) { STENCILC_MATH(::tanh(a), __builtin_tanh(detail::opaque(a))); }
STENCILC_HD float tanh(float a) { STENCILC_MATH(::tanhf(a), __builtin_tanhf(detail::opaque(a))); }
STENCILC_HD double pow(double a, double b) {
  STENCILC_MATH(::pow(a, b), __builtin_pow(detail::opaque(a), detail::opaque(b)));
}
STENCILC_HD float pow(float a, float b) {
  STENCILC_MATH(::powf(a, b), __builtin_powf(detail::opaque(a), detail::opaque(b)));
}
#undef STENCILC_MATH

} // namespace stencilc::inline STENCILC_SPACE
