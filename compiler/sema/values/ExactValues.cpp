/// \file Exact comparisons of whole numbers and halves in programs that compute in f32.
///
/// Positions, sizes and the step number are whole numbers or halves far below 2^53. In f64 their
/// sums, differences and multiples are exact. So are products below 2^53, such as the product of
/// two positions or the number of a cell in the grid. Comparisons of such values are therefore
/// correct for every extent and every number of steps.
#include "sema/values/ExactValues.h"
#include "ir/Walk.h"
#include "sema/values/Values.h"
#include "support/Match.h"
#include <cmath>

namespace stencilc::sema {

using namespace ir;

/// Largest literal in an exact comparison. With larger factors or summands the result might not be
/// exact in f64.
static constexpr double kMostExact = 0x1p31;

static bool isWholeOrHalf(double number) {
  return std::fabs(number) <= kMostExact && number * 2 == std::trunc(number * 2);
}

/// Returns whether `number` is a power of two up to 2^10. Division of a whole number or a half by
/// such a number is exact in f64.
static bool isPowerOfTwo(double number) {
  int exponent = 0;
  return number >= 1 && number <= 1024 && std::frexp(number, &exponent) == 0.5;
}

/// Returns true if the operation gives an exact f64 result for exact operands whenever the result
/// is below 2^53. `rhs` is the value of the right operand if this is a literal, otherwise nullopt.
static bool keepsExact(BinaryOp op, std::optional<double> rhs) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Subtract:
  case BinaryOp::Min:
  case BinaryOp::Max:
  case BinaryOp::Multiply:
    return true;
  case BinaryOp::Divide:
    return rhs && isPowerOfTwo(*rhs);
  default:
    return false;
  }
}

static std::optional<double> literalOf(const Program &program, ExprId id) {
  const auto *constant = std::get_if<Constant>(&program[id].node);
  return constant ? std::optional(constant->value) : std::nullopt;
}

bool isExactOnHost(const Program &program, ExprId id) {
  if (program[id].type != ScalarType::F64)
    return false;
  return match(
      program[id].node, [](const Constant &n) { return isWholeOrHalf(n.value); },
      [](const Extent &) { return true; }, [](const StepNumber &) { return true; },
      [&](const Unary &n) {
        return (n.op == UnaryOp::Negate || n.op == UnaryOp::Abs) &&
               isExactOnHost(program, n.operand);
      },
      [&](const Binary &n) {
        return keepsExact(n.op, literalOf(program, n.rhs)) && isExactOnHost(program, n.lhs) &&
               isExactOnHost(program, n.rhs);
      },
      [](const auto &) { return false; });
}

bool isExactComparison(const Program &program, ExprId id) {
  const auto *binary = std::get_if<Binary>(&program[id].node);
  return program.compute == ScalarType::F32 && binary && program[id].type == ScalarType::Bool &&
         program[binary->lhs].type == ScalarType::F64 && contains<Position>(program, id) &&
         !contains<Convert>(program, id);
}

Value ValueBuilder::withExact(Value value, ExprId exact) const {
  if (tracksExact() && exact.valid())
    value.exact = exact;
  return value;
}

Value ValueBuilder::withExactNumber(Value value, double number) {
  return tracksExact() && isWholeOrHalf(number)
             ? withExact(value, builder.constant(number, ScalarType::F64))
             : value;
}

ExprId ValueBuilder::exactOperation(BinaryOp op, const Value &lhs, const Value &rhs) {
  if (!lhs.exact.valid() || !rhs.exact.valid() || !keepsExact(op, builder.literal(rhs.exact)))
    return {};
  const ExprId exact = builder.binary(op, lhs.exact, rhs.exact);
  const std::optional<double> number = builder.literal(exact);
  return number && !isWholeOrHalf(*number) ? ExprId() : exact;
}

std::optional<Value> ValueBuilder::exactComparison(BinaryOp op, const Value &lhs,
                                                   const Value &rhs) {
  if (!isComparison(op) || !lhs.exact.valid() || !rhs.exact.valid())
    return std::nullopt;
  const bool isOfHost = builder.isUniform(lhs.exact) && builder.isUniform(rhs.exact);
  if (isOfHost && purpose != Purpose::Written)
    return std::nullopt; // kept in f64 until it is combined with a condition of cells
  if (isOfHost && builder.isLiteral(lhs.exact) && builder.isLiteral(rhs.exact))
    return std::nullopt;
  if (isOfHost)
    return Value{decidedOnHost(builder.binary(op, lhs.exact, rhs.exact))};
  const ExprId a = inCells(lhs.exact);
  return Value{builder.binary(op, a, inCells(rhs.exact))};
}

ExprId ValueBuilder::widened(const Value &value) {
  return tracksExact() && value.exact.valid() && type(value) == ScalarType::F32
             ? inCells(value.exact)
             : builder.convert(value.id, ScalarType::F64);
}

ExprId ValueBuilder::inCells(ExprId exact) {
  const ExprNode node = program[exact].node; // a copy: adding nodes moves the pool
  if (isLeaf(node) && !std::holds_alternative<StepNumber>(node))
    return exact;
  const auto *binary = std::get_if<Binary>(&node);
  const bool isShort = binary && // such as nx - 1
                       (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract) &&
                       isLeaf(program[binary->lhs].node) && isLeaf(program[binary->rhs].node);
  if (builder.isUniform(exact) && (!isShort || contains<StepNumber>(program, exact)))
    return builder.uniform(exact, ScalarType::F64);
  if (binary) {
    const ExprId lhs = inCells(binary->lhs);
    return builder.binary(binary->op, lhs, inCells(binary->rhs));
  }
  const Unary &unary = std::get<Unary>(node);
  return builder.unary(unary.op, inCells(unary.operand));
}

ExprId ValueBuilder::decidedOnHost(ExprId condition) {
  const ExprId one = builder.constant(1, ScalarType::F64),
               zero = builder.constant(0, ScalarType::F64);
  const ExprId choice = builder.select(condition, one, zero);
  const ExprId told = purpose == Purpose::Written ? builder.uniform(choice, compute)
                                                  : builder.convert(choice, compute);
  return builder.binary(BinaryOp::NotEqual, told, builder.constant(0, compute));
}

} // namespace stencilc::sema
