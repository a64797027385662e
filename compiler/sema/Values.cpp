/// \file The arithmetic rules of the language.
#include "sema/Values.h"
#include "ir/Fold.h"
#include "support/Match.h"
#include <cassert>
#include <cmath>
#include <utility>

namespace stencilc::sema {

using ir::ScalarType;

ValueBuilder::ValueBuilder(ir::Program &program, Purpose purpose, ScalarType compute)
    : program(program), purpose(purpose), stageType(compute), builder(program) {
  switchTo(purpose);
}

Purpose ValueBuilder::switchTo(Purpose next) {
  const bool isStage = next == Purpose::Draft || next == Purpose::Written;
  compute = isStage ? stageType : ScalarType::F64;
  return std::exchange(purpose, next);
}

Value ValueBuilder::literal(double value, char suffix) {
  const bool isSingle = purpose == Purpose::Written && suffix == 'f';
  return uniform(builder.constant(value, isSingle ? ScalarType::F32 : ScalarType::F64));
}

Value ValueBuilder::constant(double value) {
  return uniform(builder.constant(value, purpose == Purpose::Written ? compute : ScalarType::F64));
}

Value ValueBuilder::named(Value value) {
  return purpose == Purpose::Written ? Value{builder.convert(value.id, compute), false} : value;
}

Value ValueBuilder::param(ir::ParamId id) {
  const ir::ExprId param = builder.param(id);
  if (purpose == Purpose::Written)
    return {builder.uniform(param, compute), false};
  return uniform(param);
}

Value ValueBuilder::extent(int axis) {
  return uniform(builder.extent(axis, purpose == Purpose::Written ? compute : ScalarType::F64));
}

Value ValueBuilder::position(int axis, int shift) {
  const Value here{builder.position(axis, compute), false};
  return shift == 0 ? here : binary(ir::BinaryOp::Add, here, constant(shift));
}

Value ValueBuilder::read(ir::FieldId field, int level, Offset offset) {
  const ir::ExprId read = builder.read(field, level, offset);
  return {purpose == Purpose::Written ? read : builder.convert(read, compute), false};
}

Value ValueBuilder::random(std::uint64_t seed) { return {builder.random(seed), false}; }

ir::ExprId ValueBuilder::settle(Value value) {
  if (!value.isUniform)
    return value.id;
  if (builder.type(value.id) == ScalarType::Bool)
    return settleCondition(value.id);
  // A bare size is known everywhere and needs no place among the uniforms.
  if (purpose == Purpose::Boundary && !std::holds_alternative<ir::Extent>(program[value.id].node))
    return builder.uniform(value.id, ScalarType::F64);
  return builder.convert(value.id, compute);
}

ir::ExprId ValueBuilder::settleCondition(ir::ExprId id) {
  // A copy: settling adds expressions, which may move the pool.
  const ir::ExprNode node = program[id].node;
  if (const auto *unary = std::get_if<ir::Unary>(&node))
    return builder.unary(unary->op, settleCondition(unary->operand));
  const ir::Binary &binary = std::get<ir::Binary>(node);
  if (binary.op == ir::BinaryOp::And || binary.op == ir::BinaryOp::Or) {
    const ir::ExprId lhs = settleCondition(binary.lhs);
    return builder.binary(binary.op, lhs, settleCondition(binary.rhs));
  }
  const ir::ExprId lhs = settle({binary.lhs, true});
  return builder.binary(binary.op, lhs, settle({binary.rhs, true}));
}

std::pair<ir::ExprId, ir::ExprId> ValueBuilder::together(Value a, Value b) {
  if (purpose != Purpose::Written) {
    const ir::ExprId first = settle(a);
    return {first, settle(b)};
  }
  if (isBoolean(a))
    return {a.id, b.id};
  const bool isWide = type(a) == ScalarType::F64 || type(b) == ScalarType::F64;
  const ScalarType common = isWide ? ScalarType::F64 : ScalarType::F32;
  const ir::ExprId first = builder.convert(a.id, common);
  return {first, builder.convert(b.id, common)};
}

Value ValueBuilder::unary(ir::UnaryOp op, Value operand) {
  return {builder.unary(op, operand.id), operand.isUniform};
}

Value ValueBuilder::binary(ir::BinaryOp op, Value lhs, Value rhs) {
  if (lhs.isUniform && rhs.isUniform)
    return uniform(builder.binary(op, lhs.id, rhs.id));
  const auto [a, b] = together(lhs, rhs);
  return {builder.binary(op, a, b), false};
}

Value ValueBuilder::select(Value condition, Value then, Value otherwise) {
  if (condition.isUniform && then.isUniform && otherwise.isUniform)
    return uniform(builder.select(condition.id, then.id, otherwise.id));
  const ir::ExprId test = settle(condition);
  const auto [a, b] = together(then, otherwise);
  return {builder.select(test, a, b), false};
}

Value ValueBuilder::power(Value base, Value exponent) {
  const std::optional<double> n = known(exponent);
  if (!n || *n != std::trunc(*n) || std::fabs(*n) > 16)
    return binary(ir::BinaryOp::Power, base, exponent);
  const Value result = integerPower(base, static_cast<int>(std::fabs(*n)));
  return *n >= 0 ? result : binary(ir::BinaryOp::Divide, one(base), result);
}

Value ValueBuilder::one(Value like) {
  if (purpose == Purpose::Written)
    return {builder.constant(1, type(like)), false};
  return constant(1);
}

Value ValueBuilder::integerPower(Value base, int exponent) {
  if (exponent == 0)
    return one(base);
  const auto times = [&](Value a, Value b) { return binary(ir::BinaryOp::Multiply, a, b); };
  Value result = base;
  if (purpose == Purpose::Written) {
    for (int i = 1; i < exponent; ++i)
      result = times(result, base);
    return result;
  }
  // Square and multiply from the highest bit: x^3 = (x*x)*x, x^4 = (x*x)*(x*x).
  int bit = 1;
  while (bit * 2 <= exponent)
    bit *= 2;
  for (bit /= 2; bit > 0; bit /= 2) {
    result = times(result, result);
    if (exponent & bit)
      result = times(result, base);
  }
  return result;
}

std::optional<double> ValueBuilder::known(Value value) const {
  // Deep trees of unknown values are not searched each time: the builder knows.
  if (!builder.isLiteral(value.id))
    return std::nullopt;
  return ir::foldLiteral(program, value.id);
}

ir::ExprId ValueBuilder::finish(Value value, ScalarType storage) {
  if (value.isUniform && purpose == Purpose::Boundary)
    return builder.uniform(value.id, storage);
  if (value.isUniform && purpose == Purpose::Draft)
    return builder.convert(builder.convert(value.id, compute), storage);
  if (const std::optional<double> number = known(value); number && purpose == Purpose::Initial)
    return builder.constant(*number, storage);
  return builder.convert(value.id, storage);
}

} // namespace stencilc::sema
