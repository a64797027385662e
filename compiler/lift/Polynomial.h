/// \file Integer polynomials over symbols of a C program, for indices, bounds and sizes. For
/// example, `i*N*M + j*N + k` has the monomials {i,N,M}, {j,N} and {k}. A symbol is a number; a
/// monomial is a sorted list of symbols, empty for the constant term.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::lift {

/// A polynomial with integer coefficients over symbols (numbered sizes and loop variables of a C
/// program).
class Polynomial {
public:
  using Symbol = int;
  using Monomial = std::vector<Symbol>;

  Polynomial() = default;
  Polynomial(std::int64_t constant) { add({}, constant); }
  static Polynomial symbol(Symbol name);

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator-(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  bool operator==(const Polynomial &other) const { return terms == other.terms; }

  /// Returns the value of the polynomial if it contains no symbol. Returns `nullopt` otherwise.
  std::optional<std::int64_t> constant() const;
  /// Returns the coefficient of the symbol `name`: the sum of all terms with `name`, divided by
  /// `name`. Returns `nullopt` if a term contains `name` more than once.
  std::optional<Polynomial> coefficient(Symbol name) const;
  bool uses(Symbol name) const;
  std::vector<Symbol> symbols() const;
  Polynomial substitute(Symbol name, const Polynomial &value) const;
  /// Returns quotient and remainder of the division of this polynomial by `divisor`. Exception: the
  /// quotient of two constants is rounded to the nearest integer, so 4095 by 4096 gives quotient 1
  /// and remainder -1.
  std::pair<Polynomial, Polynomial> divide(const Polynomial &divisor) const;
  /// Returns the polynomial as a C expression, such as `n - 2` or `2 * i + 1`. `nameOf` returns the
  /// text of a symbol.
  std::string text(const std::function<std::string(Symbol)> &nameOf) const;

private:
  /// Order of monomials (products of symbols): by descending degree (number of symbols), then by
  /// symbols. The first term of a polynomial is its leading term in a division.
  struct Order {
    bool operator()(const Monomial &a, const Monomial &b) const {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    }
  };
  void add(const Monomial &monomial, std::int64_t factor);

  std::map<Monomial, std::int64_t, Order> terms;
};

} // namespace stencilc::lift
