/// \file Whether a function declared here has the binary interface of another one: for tests that
/// compare the runtime's own declarations of a library with its header.
#pragma once

#include <type_traits>

namespace stencilc {

template <class T>
concept Complete = requires { sizeof(T); };

/// Whether values of both types are passed and stored the same way. Pointers must lead to the same,
/// too, as far as it is known.
template <class A, class B> constexpr bool isSame() {
  if constexpr (std::is_pointer_v<A> && std::is_pointer_v<B>) {
    using ToA = std::remove_const_t<std::remove_pointer_t<A>>;
    using ToB = std::remove_const_t<std::remove_pointer_t<B>>;
    if constexpr (std::is_pointer_v<ToA> != std::is_pointer_v<ToB>)
      return std::is_void_v<ToA> || std::is_void_v<ToB>;
    else if constexpr (Complete<ToA> && Complete<ToB>)
      return isSame<ToA, ToB>();
    else
      return true; // opaque
  } else if constexpr (std::is_class_v<A> && std::is_class_v<B>) {
    return sizeof(A) == sizeof(B); // members are compared below
  } else {
    constexpr bool areWhole = (std::is_integral_v<A> || std::is_enum_v<A>) &&
                              (std::is_integral_v<B> || std::is_enum_v<B>);
    constexpr bool areReal = std::is_floating_point_v<A> && std::is_floating_point_v<B>;
    return (areWhole || areReal) && sizeof(A) == sizeof(B) && alignof(A) == alignof(B);
  }
}

template <class A, class B> struct SameCall : std::false_type {};
template <class R, class... A, class S, class... B>
  requires(sizeof...(A) == sizeof...(B))
struct SameCall<R (*)(A...), S (*)(B...)>
    : std::bool_constant<isSame<R, S>() && (isSame<A, B>() && ...)> {};

} // namespace stencilc
