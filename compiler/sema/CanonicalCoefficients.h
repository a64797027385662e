/// \file Coefficients of linear forms: polynomials in parameters, sizes and other uniform values.
#pragma once

#include "ir/Builder.h"
#include <compare>
#include <map>
#include <string>
#include <vector>

namespace stencilc::sema {

/// Something uniform that is not taken apart further. Parameters come first in their declared
/// order, then sizes by axis, then everything else in order of appearance.
struct UniformAtom {
  enum class Kind : std::uint8_t { Param, Extent, Opaque } kind;
  std::uint32_t index; // ParamId, axis, or ExprId of an f64 expression
  friend auto operator<=>(const UniformAtom &, const UniformAtom &) = default;
};

/// An atom to a power; negative powers are divisions, zero does not occur.
struct UniformFactor {
  UniformAtom atom;
  int exponent;
  friend auto operator<=>(const UniformFactor &, const UniformFactor &) = default;
};

/// A product of atoms in their order; empty for 1.
struct Monomial {
  std::vector<UniformFactor> factors;

  /// Fewer factors first, then by the factors: 1, d, e, d*d, d*e ...
  friend std::strong_ordering operator<=>(const Monomial &a, const Monomial &b);
  friend bool operator==(const Monomial &, const Monomial &) = default;
  std::int64_t degree() const;
  Monomial times(const Monomial &other, int sign) const; // sign -1 divides
};

/// A sum of monomials with f64 factors, none of them zero. Arithmetic on the factors is f64.
class Polynomial {
public:
  Polynomial() = default; // zero
  Polynomial(double value) { addTerm({}, value); }
  explicit Polynomial(const UniformAtom &atom) { addTerm({{{atom, 1}}}, 1); }

  const std::map<Monomial, double> &terms() const { return byMonomial; }
  bool isZero() const { return byMonomial.empty(); }
  bool isConstant() const;
  bool isOne() const { return isConstant() && constant() == 1; }
  bool isMinusOne() const { return isConstant() && constant() == -1; }
  /// Whether it is 1 or -1: what it multiplies keeps its bits.
  bool isUnit() const { return isOne() || isMinusOne(); }
  double constant() const; // the term without atoms
  /// Whether the first term in order has a negative factor; tells a polynomial from its negation.
  bool isNegative() const { return !isZero() && byMonomial.begin()->second < 0; }

  Polynomial operator-() const;
  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  /// Divides by a polynomial of one term.
  Polynomial dividedBy(const Monomial &monomial, double factor) const;
  friend bool operator==(const Polynomial &, const Polynomial &) = default;

private:
  void addTerm(const Monomial &monomial, double factor);

  std::map<Monomial, double> byMonomial;
};

/// Reads polynomials from uniform expressions and writes them back, in one program.
class UniformAlgebra {
public:
  /// `names` are the lets that are uniform; coefficients equal to one of them take its name.
  UniformAlgebra(ir::Program &program, ir::Builder &builder,
                 std::map<ir::ExprId, std::string> names)
      : program(program), builder(builder), lets(std::move(names)) {}

  /// A uniform expression; conversions inside it vanish, since it is rounded only at the end.
  Polynomial read(ir::ExprId id);
  /// A sum that is multiplied or divided is computed first, so that what is zero in brackets stays
  /// zero; a factor of 1 or -1 multiplies out.
  Polynomial product(const Polynomial &a, const Polynomial &b);
  Polynomial quotient(const Polynomial &a, const Polynomial &b);

  /// The f64 expression, in the order described in Canonical.h.
  ir::ExprId write(const Polynomial &polynomial);
  /// The polynomial's value, rounded once: a constant or a reference to a uniform.
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
  std::map<ir::ExprId, std::string> lets;         // by expression of the draft
  std::map<ir::ExprId, std::string> writtenNames; // by what `write` gives for a let
  std::map<ir::ExprId, Polynomial> known;
};

} // namespace stencilc::sema
