/// \file The functions of the language for kernels and for loops, in float and double.
///
/// fma, sqrt, abs, floor, min and max give the same bits on every target. exp, log, sin, cos, tanh
/// and pow are each target's own and differ in the last places.
#pragma once

#include "stencilc/Platform.h"
#include <cmath>

namespace stencilc {

/// a * b + c, rounded once.
STENCILC_HD double fma(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(a, b, c);
#else
  return std::fma(a, b, c);
#endif
}
STENCILC_HD float fma(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(a, b, c);
#else
  return std::fma(a, b, c);
#endif
}

STENCILC_HD double sqrt(double a) {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rn(a);
#else
  return std::sqrt(a);
#endif
}
STENCILC_HD float sqrt(float a) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(a);
#else
  return std::sqrt(a);
#endif
}

/// The smaller one. If either is NaN, and for zeros of two signs, `b`: what one compare and one
/// select give everywhere. (The C library's fmin drops NaN instead.)
template <class T> STENCILC_HD constexpr T min(T a, T b) { return a < b ? a : b; }
/// The larger one; else as min.
template <class T> STENCILC_HD constexpr T max(T a, T b) { return a > b ? a : b; }

// std:: is right in device code too: nvcc declares these overloads for both sides.
STENCILC_HD double abs(double a) { return std::fabs(a); }
STENCILC_HD float abs(float a) { return std::fabs(a); }
STENCILC_HD double floor(double a) { return std::floor(a); }
STENCILC_HD float floor(float a) { return std::floor(a); }

namespace detail {

/// `value`, of which a host compiler knows nothing. It would else compute functions of numbers that
/// it can tell (`u == 0.7 ? tanh(u) : 0`) by other means than the library that all programs call,
/// and get other last places.
template <class T> STENCILC_HD T opaque(T value) {
#if !defined(__CUDA_ARCH__) && (defined(__GNUC__) || defined(__clang__))
  asm("" : "+m"(value));
#endif
  return value;
}

} // namespace detail

STENCILC_HD double exp(double a) { return std::exp(detail::opaque(a)); }
STENCILC_HD float exp(float a) { return std::exp(detail::opaque(a)); }
STENCILC_HD double log(double a) { return std::log(detail::opaque(a)); }
STENCILC_HD float log(float a) { return std::log(detail::opaque(a)); }
STENCILC_HD double sin(double a) { return std::sin(detail::opaque(a)); }
STENCILC_HD float sin(float a) { return std::sin(detail::opaque(a)); }
STENCILC_HD double cos(double a) { return std::cos(detail::opaque(a)); }
STENCILC_HD float cos(float a) { return std::cos(detail::opaque(a)); }
STENCILC_HD double tanh(double a) { return std::tanh(detail::opaque(a)); }
STENCILC_HD float tanh(float a) { return std::tanh(detail::opaque(a)); }
STENCILC_HD double pow(double a, double b) {
  return std::pow(detail::opaque(a), detail::opaque(b));
}
STENCILC_HD float pow(float a, float b) { return std::pow(detail::opaque(a), detail::opaque(b)); }

} // namespace stencilc
