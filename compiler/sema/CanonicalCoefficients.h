/// \file Coefficients of linear forms: polynomials in parameters, sizes and other uniform values.
#pragma once

#include "ir/Builder.h"
#include <compare>
#include <map>
#include <string>
#include <vector>

namespace stencilc::sema {

/// A uniform value that is not decomposed further. Parameters are ordered first, by declaration,
/// then sizes by axis, then all others in order of appearance.
struct UniformAtom {
  enum class Kind : std::uint8_t { Param, Extent, Opaque } kind;
  std::uint32_t index; // ParamId, axis, or ExprId of an f64 expression
  friend auto operator<=>(const UniformAtom &, const UniformAtom &) = default;
};

/// A power of an atom. Negative exponents are divisions. Exponent 0 does not occur.
struct UniformFactor {
  UniformAtom atom;
  int exponent;
  friend auto operator<=>(const UniformFactor &, const UniformFactor &) = default;
};

/// A product of powers in the order of their atoms; empty for 1.
struct Monomial {
  std::vector<UniformFactor> factors;

  /// Orders by the number of factors, then by the factors: 1, d, e, d*d, d*e ...
  friend std::strong_ordering operator<=>(const Monomial &a, const Monomial &b);
  friend bool operator==(const Monomial &, const Monomial &) = default;
  std::int64_t degree() const;
  Monomial times(const Monomial &other, int sign) const; // sign -1 divides by `other`
};

/// A sum of monomials with f64 factors, none of them zero. Arithmetic on the factors is f64.
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
  /// Returns whether the first term has a negative factor. Exactly one of a nonzero polynomial and
  /// its negation is negative.
  bool isNegative() const { return !isZero() && byMonomial.begin()->second < 0; }

  Polynomial operator-() const;
  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  /// Returns the quotient by the polynomial with the single term `factor` times `monomial`.
  Polynomial dividedBy(const Monomial &monomial, double factor) const;
  friend bool operator==(const Polynomial &, const Polynomial &) = default;

private:
  void addTerm(const Monomial &monomial, double factor);

  std::map<Monomial, double> byMonomial;
};

/// Converter between uniform expressions of one program and polynomials.
class UniformAlgebra {
public:
  /// `names` holds the lets that are uniform. Coefficients equal to one of them get its name.
  UniformAlgebra(ir::Program &program, ir::Builder &builder,
                 std::map<ir::ExprId, std::string> names)
      : program(program), builder(builder), lets(std::move(names)) {}

  /// Returns a uniform expression as a polynomial. Conversions inside it are dropped, because the
  /// value is rounded only once, at the end.
  Polynomial read(ir::ExprId id);
  /// Return the product and the quotient. A sum is first evaluated as one atom, so that a bracket
  /// that is zero stays zero. Only factors of 1 and -1 are distributed.
  Polynomial product(const Polynomial &a, const Polynomial &b);
  Polynomial quotient(const Polynomial &a, const Polynomial &b);

  /// Returns the f64 expression of the polynomial, in the order that Canonical.h describes.
  ir::ExprId write(const Polynomial &polynomial);
  /// Returns the polynomial's value rounded once to `type`: a constant or a reference to a uniform.
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
