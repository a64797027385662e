/// \file Whole numbers of known size and the few types that kernels choose by, without the standard
/// library: what includes this compiles with NVRTC and with a Clang that finds no headers.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

// The types that <cstdint> and <cstddef> name on all machines where this runs (LP64).
using Int64 = long;
using UInt64 = unsigned long;
using UInt32 = unsigned;
using UInt8 = unsigned char;
using Size = decltype(sizeof 0);
static_assert(sizeof(Int64) == 8 && sizeof(void *) == 8 && sizeof(UInt32) == 4);

/// A choice made when compiling, as an argument of a function.
template <bool value> struct Choice {};

namespace detail {

template <class A, class B> inline constexpr bool kIsSame = false;
template <class A> inline constexpr bool kIsSame<A, A> = true;
template <class T> inline constexpr bool kIsConst = false;
template <class T> inline constexpr bool kIsConst<const T> = true;

template <bool first, class A, class B> struct Select {
  using Type = A;
};
template <class A, class B> struct Select<false, A, B> {
  using Type = B;
};

} // namespace detail

/// A if `first`, else B.
template <bool first, class A, class B> using Select = typename detail::Select<first, A, B>::Type;

} // namespace stencilc::inline STENCILC_SPACE
