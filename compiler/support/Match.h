/// \file Calls a function for the alternative that a variant holds. A missing case is a compile
/// error.
#pragma once

#include <utility>
#include <variant>

namespace stencilc {

template <class... Cases> struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases> Overloaded(Cases...) -> Overloaded<Cases...>;

/// Calls the one of `cases` whose parameter type is the alternative that `variant` holds, and
/// returns its result.
template <class Variant, class... Cases> decltype(auto) match(Variant &&variant, Cases &&...cases) {
  return std::visit(Overloaded{std::forward<Cases>(cases)...}, std::forward<Variant>(variant));
}

} // namespace stencilc
