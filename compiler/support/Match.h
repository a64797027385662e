/// \file Exhaustive visit of a closed variant: forgetting an alternative does not compile.
#pragma once

#include <utility>
#include <variant>

namespace stencilc {

template <class... Cases> struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases> Overloaded(Cases...) -> Overloaded<Cases...>;

/// Calls the case that takes the alternative held by `variant`, and returns what it returns.
template <class Variant, class... Cases> decltype(auto) match(Variant &&variant, Cases &&...cases) {
  return std::visit(Overloaded{std::forward<Cases>(cases)...}, std::forward<Variant>(variant));
}

} // namespace stencilc
