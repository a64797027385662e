/// \file Coefficients of terms as polynomials in parameters, sizes and other values that are the
/// same in all cells.
#pragma once

#include "ir/Builder.h"
#include <compare>
#include <map>
#include <string>
#include <vector>

namespace stencilc::sema {

/// A value that is the same in all cells and is not split further. Parameters come first, in
/// declared order, then grid sizes by axis, then other values in order of appearance.
struct UniformAtom {
  enum class Kind : std::uint8_t { Param, Extent, Opaque } kind;
  std::uint32_t index; // ParamId, axis, or ExprId of an f64 expression
  friend auto operator<=>(const UniformAtom &, const UniformAtom &) = default;
};

/// A power of a value that is the same in all cells. A negative exponent means division. Exponent 0
/// does not occur.
struct UniformFactor {
  UniformAtom atom;
  int exponent;
  friend auto operator<=>(const UniformFactor &, const UniformFactor &) = default;
};

/// A product of powers of values that are the same in all cells, in a fixed order. An empty product
/// is 1.
struct Monomial {
  std::vector<UniformFactor> factors;

  /// Orders products by the number of factors, then by the factors: 1, d, e, d*d, d*e ...
  friend std::strong_ordering operator<=>(const Monomial &a, const Monomial &b);
  friend bool operator==(const Monomial &, const Monomial &) = default;
  std::int64_t degree() const;
  Monomial times(const Monomial &other, int sign) const; // sign -1 divides by `other`
};

/// A polynomial in uniform values (the same in all cells): a sum of monomials with f64 factors,
/// none of them zero. Arithmetic on the factors is f64.
class Polynomial {
public:
  Polynomial() = default; // the polynomial 0
  Polynomial(double value) { addTerm({}, value); }
  explicit Polynomial(const UniformAtom &atom) { addTerm({{{atom, 1}}}, 1); }

  const std::map<Monomial, double> &terms() const { return byMonomial; }
  bool isZero() const { return byMonomial.empty(); }
  bool isConstant() const;
  bool isOne() const { return isConstant() && constant() == 1; }
  bool isMinusOne() const { return isConstant() && constant() == -1; }
  /// Returns whether the polynomial is 1 or -1, so that multiplying by it is exact.
  bool isUnit() const { return isOne() || isMinusOne(); }
  double constant() const; // the term without atoms
  /// Returns whether the first term has a negative factor. Of a nonzero polynomial and its
  /// negation, exactly one is negative in this sense.
  bool isNegative() const { return !isZero() && byMonomial.begin()->second < 0; }

  Polynomial operator-() const;
  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  /// Returns the polynomial divided by the product of `factor` and `monomial`.
  Polynomial dividedBy(const Monomial &monomial, double factor) const;
  friend bool operator==(const Polynomial &, const Polynomial &) = default;

private:
  void addTerm(const Monomial &monomial, double factor);

  std::map<Monomial, double> byMonomial;
};

/// Converter between polynomials and expressions of one program whose values are the same in all
/// cells.
class UniformAlgebra {
public:
  /// Prepares the conversion of expressions of `program`. `names` has the name of each `let` whose
  /// value is the same in all cells. A coefficient that equals such a value gets its name.
  UniformAlgebra(ir::Program &program, ir::Builder &builder,
                 std::map<ir::ExprId, std::string> names)
      : program(program), builder(builder), lets(std::move(names)) {}

  /// Returns the expression `id`, whose value is the same in all cells, as a polynomial.
  /// Conversions inside it are dropped, because only the final value is rounded.
  Polynomial read(ir::ExprId id);
  /// Returns the product of `a` and `b`; `quotient` works alike. A sum with several terms is
  /// evaluated before it is multiplied, so that a sum of exactly zero stays zero. Only the factors
  /// 1 and -1 are distributed over its terms.
  Polynomial product(const Polynomial &a, const Polynomial &b);
  Polynomial quotient(const Polynomial &a, const Polynomial &b);

  /// Returns an f64 expression that evaluates `polynomial`. Canonical.h defines the order of its
  /// operations.
  ir::ExprId write(const Polynomial &polynomial);
  /// Returns an expression for the value of `polynomial`, rounded once to `type`: a constant, or a
  /// uniform (a scalar that the host computes).
  ir::ExprId rounded(const Polynomial &polynomial, ir::ScalarType type);

private:
  Polynomial readNode(ir::ExprId id);
  Polynomial opaque(ir::ExprId id);
  Polynomial asAtom(const Polynomial &polynomial);
  Polynomial sum(const Polynomial &a, const Polynomial &b);
  ir::ExprId rebuild(ir::ExprId id);
  ir::ExprId writeTerm(const Monomial &monomial, double factor);
  ir::ExprId writeAtom(const UniformAtom &atom);
  ir::ExprId writePower(const UniformFactor &factor);

  ir::Program &program;
  ir::Builder &builder;
  std::map<ir::ExprId, std::string> lets;         // key: expression of the draft
  std::map<ir::ExprId, std::string> writtenNames; // key: result of `write` for the let
  std::map<ir::ExprId, Polynomial> known;
};

} // namespace stencilc::sema
