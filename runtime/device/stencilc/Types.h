/// \file Integer types of known size and the few type traits that kernels need, without the
/// standard library. Files that include only this header compile with NVRTC and with a Clang that
/// finds no system headers.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

// Defined here because <cstdint> is not available; the static_assert below checks for LP64.
using Int64 = long;
using UInt64 = unsigned long;
using UInt32 = unsigned;
using UInt8 = unsigned char;
using Size = decltype(sizeof 0);
static_assert(sizeof(Int64) == 8 && sizeof(void *) == 8 && sizeof(UInt32) == 4);

/// Compile-time Boolean as a function argument, for tag dispatch.
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

/// Type A if `first` is true, else type B.
template <bool first, class A, class B> using Select = typename detail::Select<first, A, B>::Type;

} // namespace stencilc::inline STENCILC_SPACE
