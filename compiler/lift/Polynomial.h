/// \file Whole-number polynomials over names of a C program: indices, bounds and sizes.
///
/// `i*N*M + j*N + k` has the monomials {i,N,M}, {j,N} and {k}. Symbols are numbers that the reader
/// gives out; a monomial is the sorted list of its symbols, the empty one is the constant.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::lift {

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

  /// The number, if no symbol is left.
  std::optional<std::int64_t> constant() const;
  /// What `name` is multiplied by; the terms without it are left out. Nothing if a term holds it
  /// twice.
  std::optional<Polynomial> coefficient(Symbol name) const;
  bool uses(Symbol name) const;
  std::vector<Symbol> symbols() const;
  Polynomial substitute(Symbol name, const Polynomial &value) const;
  /// Quotient and remainder as of long division by the leading term; numbers round to the nearest,
  /// so that 4095 by 4096 is 1 with the remainder -1.
  std::pair<Polynomial, Polynomial> divide(const Polynomial &divisor) const;
  /// As C writes it: `n - 2`, `2 * i + 1`.
  std::string text(const std::function<std::string(Symbol)> &nameOf) const;

private:
  /// Higher degrees first, then by symbols: the first term is the leading one of a division.
  struct Order {
    bool operator()(const Monomial &a, const Monomial &b) const {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    }
  };
  void add(const Monomial &monomial, std::int64_t factor);

  std::map<Monomial, std::int64_t, Order> terms;
};

} // namespace stencilc::lift
