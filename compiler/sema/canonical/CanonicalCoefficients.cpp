/// \file Coefficients of terms as polynomials in parameters, sizes and other values that are the
/// same in all cells.
#include "sema/canonical/CanonicalCoefficients.h"
#include "ir/Walk.h"
#include "support/Match.h"
#include <cassert>
#include <cmath>

namespace stencilc::sema {

using namespace ir;

/// Largest number of terms of a polynomial. A sum that would have more becomes the sum of two
/// values that are not expanded, because expanding them only costs time.
static constexpr std::size_t kMostTerms = 64;
/// Highest degree (sum of exponents) of a product of two polynomials that is expanded.
static constexpr std::int64_t kHighestDegree = 64;

// --- polynomials --------------------------------------------------------------------------------

std::int64_t Monomial::degree() const {
  std::int64_t sum = 0;
  for (const UniformFactor &factor : factors)
    sum += std::abs(factor.exponent);
  return sum;
}

std::strong_ordering operator<=>(const Monomial &a, const Monomial &b) {
  if (const auto order = a.degree() <=> b.degree(); order != 0)
    return order;
  return a.factors <=> b.factors;
}

Monomial Monomial::times(const Monomial &other, int sign) const {
  std::map<UniformAtom, int> exponents;
  for (const UniformFactor &factor : factors)
    exponents[factor.atom] += factor.exponent;
  for (const UniformFactor &factor : other.factors)
    exponents[factor.atom] += sign * factor.exponent;
  Monomial product;
  for (const auto &[atom, exponent] : exponents)
    if (exponent != 0)
      product.factors.push_back({atom, exponent});
  return product;
}

bool Polynomial::isConstant() const {
  return isZero() || (byMonomial.size() == 1 && byMonomial.begin()->first.factors.empty());
}

double Polynomial::constant() const {
  const auto found = byMonomial.find({});
  return found == byMonomial.end() ? 0 : found->second;
}

void Polynomial::addTerm(const Monomial &monomial, double factor) {
  double &sum = byMonomial[monomial];
  sum += factor;
  if (sum == 0)
    byMonomial.erase(monomial);
}

Polynomial Polynomial::operator-() const {
  Polynomial result = *this;
  for (auto &[monomial, factor] : result.byMonomial)
    factor = -factor;
  return result;
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial result = *this;
  for (const auto &[monomial, factor] : other.byMonomial)
    result.addTerm(monomial, factor);
  return result;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial result;
  for (const auto &[left, a] : byMonomial)
    for (const auto &[right, b] : other.byMonomial)
      result.addTerm(left.times(right, 1), a * b);
  return result;
}

Polynomial Polynomial::dividedBy(const Monomial &monomial, double factor) const {
  Polynomial result;
  for (const auto &[numerator, value] : byMonomial)
    result.addTerm(numerator.times(monomial, -1), value / factor);
  return result;
}

// --- from expressions ---------------------------------------------------------------------------

Polynomial UniformAlgebra::read(ExprId id) {
  if (const auto found = known.find(id); found != known.end())
    return found->second;
  const Polynomial value = known.emplace(id, readNode(id)).first->second;
  if (const auto let = lets.find(id); let != lets.end())
    writtenNames.try_emplace(write(value), let->second);
  return value;
}

Polynomial UniformAlgebra::readNode(ExprId id) {
  const ExprNode node = program[id].node; // a copy: adding nodes moves the pool
  return match(
      node, [](const Constant &n) { return Polynomial(n.value); },
      [](const Param &n) {
        return Polynomial(UniformAtom{UniformAtom::Kind::Param, n.param.index});
      },
      [](const Extent &n) {
        return Polynomial(
            UniformAtom{UniformAtom::Kind::Extent, static_cast<std::uint32_t>(n.axis)});
      },
      [&](const UniformRef &n) { return read(program.uniforms[n.uniform].value); },
      [&](const Convert &n) { return read(n.operand); },
      [&](const Unary &n) {
        return n.op == UnaryOp::Negate ? -read(n.operand) : opaque(rebuild(id));
      },
      [&](const Binary &n) {
        switch (n.op) {
        case BinaryOp::Add:
          return sum(read(n.lhs), read(n.rhs));
        case BinaryOp::Subtract:
          return sum(read(n.lhs), -read(n.rhs));
        case BinaryOp::Multiply:
          return product(read(n.lhs), read(n.rhs));
        case BinaryOp::Divide:
          return quotient(read(n.lhs), read(n.rhs));
        default:
          return opaque(rebuild(id));
        }
      },
      [&](const auto &) { return opaque(rebuild(id)); });
}

/// Rewrites the operands of the non-linear operation `id`, whose value is the same in all cells, as
/// polynomials. Returns the operation with these operands.
ExprId UniformAlgebra::rebuild(ExprId id) {
  Expr expr = program[id];
  forEachOperand(expr.node, [&](ExprId &operand) {
    operand = program[operand].type == ScalarType::Bool ? rebuild(operand) : write(read(operand));
  });
  return match(
      expr.node, [&](const Unary &n) { return builder.unary(n.op, n.operand); },
      [&](const Binary &n) { return builder.binary(n.op, n.lhs, n.rhs); },
      [&](const Fma &n) { return builder.fma(n.a, n.b, n.c); },
      [&](const Select &n) { return builder.select(n.condition, n.then, n.otherwise); },
      [&](const Constant &) { return id; }, // a constant of type bool
      [&](const StepNumber &) { return id; }, [&](const SeriesValue &) { return id; },
      [&](const Reduced &) { return id; }, [&](const PreviousValue &) { return id; },
      [&](const auto &) {
        assert(false && "canonicalise: not an operation on uniform values");
        return id;
      });
}

Polynomial UniformAlgebra::opaque(ExprId id) {
  if (const std::optional<double> number = builder.literal(id))
    return *number;
  return Polynomial(UniformAtom{UniformAtom::Kind::Opaque, id.index});
}

Polynomial UniformAlgebra::asAtom(const Polynomial &polynomial) {
  return polynomial.terms().size() > 1 ? opaque(write(polynomial)) : polynomial;
}

Polynomial UniformAlgebra::sum(const Polynomial &a, const Polynomial &b) {
  if (a.terms().size() + b.terms().size() > kMostTerms)
    return asAtom(a) + asAtom(b);
  return a + b;
}

/// Returns the sum of the exponents in a polynomial that has at most one term.
static std::int64_t degreeOf(const Polynomial &term) {
  return term.isZero() ? 0 : term.terms().begin()->first.degree();
}

Polynomial UniformAlgebra::product(const Polynomial &a, const Polynomial &b) {
  if (a.isUnit() || b.isUnit())
    return a * b;
  const Polynomial left = asAtom(a), right = asAtom(b);
  if (degreeOf(left) + degreeOf(right) > kHighestDegree) {
    const ExprId lhs = write(left);
    return opaque(builder.binary(BinaryOp::Multiply, lhs, write(right)));
  }
  return left * right;
}

Polynomial UniformAlgebra::quotient(const Polynomial &a, const Polynomial &b) {
  if (b.isZero())
    return a.dividedBy({}, 0.0);
  const Polynomial divisor = asAtom(b), dividend = b.isUnit() ? a : asAtom(a);
  if (!b.isUnit() && degreeOf(dividend) + degreeOf(divisor) > kHighestDegree) {
    const ExprId lhs = write(dividend);
    return opaque(builder.binary(BinaryOp::Divide, lhs, write(divisor)));
  }
  const auto &[monomial, factor] = *divisor.terms().begin();
  return dividend.dividedBy(monomial, factor);
}

// --- to expressions -----------------------------------------------------------------------------

ExprId UniformAlgebra::writeAtom(const UniformAtom &atom) {
  switch (atom.kind) {
  case UniformAtom::Kind::Param:
    return builder.param(ParamId{atom.index});
  case UniformAtom::Kind::Extent:
    return builder.extent(static_cast<int>(atom.index), ScalarType::F64);
  case UniformAtom::Kind::Opaque:
    break;
  }
  return ExprId{atom.index};
}

ExprId UniformAlgebra::writePower(const UniformFactor &factor) {
  return builder.power(writeAtom(factor.atom), static_cast<unsigned>(std::abs(factor.exponent)));
}

ExprId UniformAlgebra::writeTerm(const Monomial &monomial, double factor) {
  ExprId above, below;
  const auto times = [&](ExprId &product, ExprId with) {
    product = product.valid() ? builder.binary(BinaryOp::Multiply, product, with) : with;
  };
  const bool isNegation = factor == -1;
  if (factor != 1 && !isNegation)
    above = builder.constant(factor, ScalarType::F64);
  for (const UniformFactor &power : monomial.factors)
    times(power.exponent > 0 ? above : below, writePower(power));
  if (!above.valid())
    above = builder.constant(factor, ScalarType::F64);
  else if (isNegation)
    above = builder.unary(UnaryOp::Negate, above);
  return below.valid() ? builder.binary(BinaryOp::Divide, above, below) : above;
}

ExprId UniformAlgebra::write(const Polynomial &polynomial) {
  ExprId sum;
  for (const auto &[monomial, factor] : polynomial.terms()) {
    if (!sum.valid())
      sum = writeTerm(monomial, factor);
    else if (factor < 0)
      sum = builder.binary(BinaryOp::Subtract, sum, writeTerm(monomial, -factor));
    else
      sum = builder.binary(BinaryOp::Add, sum, writeTerm(monomial, factor));
  }
  return sum.valid() ? sum : builder.constant(0, ScalarType::F64);
}

ExprId UniformAlgebra::rounded(const Polynomial &polynomial, ScalarType type) {
  const ExprId value = write(polynomial);
  const auto let = writtenNames.find(value);
  const bool isBare = std::holds_alternative<Param>(program[value].node);
  return builder.uniform(value, type, let == writtenNames.end() || isBare ? "" : let->second);
}

} // namespace stencilc::sema
