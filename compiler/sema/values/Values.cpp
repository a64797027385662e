/// \file Arithmetic rules of the language: types and conversions of each operation.
#include "sema/values/Values.h"
#include "ir/StorageTypes.h"
#include "sema/values/ExactValues.h"
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
  compute = isStage(next) ? stageType : ScalarType::F64;
  return std::exchange(purpose, next);
}

Value ValueBuilder::literal(double value, char suffix, bool isWhole) {
  const bool isSingle = purpose == Purpose::Written && suffix == 'f';
  Value literal = uniform(builder.constant(value, isSingle ? ScalarType::F32 : ScalarType::F64));
  literal.isWhole = isWhole && purpose == Purpose::Written;
  return withExactNumber(literal, value);
}

Value ValueBuilder::constant(double value) {
  const ScalarType type = purpose == Purpose::Written ? compute : ScalarType::F64;
  return withExactNumber(uniform(builder.constant(value, type)), value);
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

Value ValueBuilder::hosted(Value tree) {
  const Value value = purpose == Purpose::Written ? Value{builder.uniform(tree.id, compute), false}
                                                  : uniform(tree.id);
  return isExactOnHost(program, tree.id) ? withExact(value, tree.id) : value;
}

Value ValueBuilder::extent(int axis) {
  const ScalarType type = purpose == Purpose::Written ? compute : ScalarType::F64;
  return withExact(uniform(builder.extent(axis, type)), builder.extent(axis, ScalarType::F64));
}

Value ValueBuilder::position(int axis, double shift) {
  const Value here =
      withExact({builder.position(axis, compute), false}, builder.position(axis, ScalarType::F64));
  return shift == 0 ? here : binary(ir::BinaryOp::Add, here, constant(shift));
}

Value ValueBuilder::read(ir::FieldId field, int level, Offset offset) {
  return taken(builder.read(field, level, offset));
}

Value ValueBuilder::profileRead(ir::ProfileId profile, Offset offset) {
  return taken(builder.profileRead(profile, offset));
}

/// Returns the value of `read` in the type in which arithmetic uses it. This is the compute type
/// or, in written arithmetic (operations as in the source), f64 for an f64 field.
Value ValueBuilder::taken(ir::ExprId read) {
  const bool isWider = purpose == Purpose::Written && builder.type(read) == ScalarType::F64;
  return {isWider ? read : builder.convert(read, compute), false};
}

Value ValueBuilder::random(std::uint64_t seed) { return {builder.random(seed), false}; }

Value ValueBuilder::noise(std::uint64_t seed, int part, const Offset &halves) {
  std::array<ir::ExprId, kMaxAxes> cell;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    const ir::ExprId shift = builder.constant(0.5 * halves[axis], ScalarType::F64);
    if (axis >= program.rank())
      cell[axis] = builder.constant(0, ScalarType::F64);
    else if (const ir::ExprId here = builder.position(axis, ScalarType::F64); halves[axis] == 0)
      cell[axis] = here;
    else
      cell[axis] = builder.binary(ir::BinaryOp::Add, here, shift);
  }
  ir::ExprId step = builder.stepNumber();
  if (purpose == Purpose::Written)
    step = builder.uniform(step, ScalarType::F64);
  return {builder.noise({seed, part, cell[0], cell[1], cell[2], step}, compute), false};
}

ir::ExprId ValueBuilder::settle(Value value, ScalarType type) {
  if (!value.isUniform)
    return isBoolean(value)          ? value.id
           : type == ScalarType::F64 ? widened(value)
                                     : builder.convert(value.id, type);
  if (builder.type(value.id) == ScalarType::Bool)
    return settleCondition(value.id);
  // A size alone is available everywhere and needs no uniform.
  if (purpose == Purpose::Boundary && !std::holds_alternative<ir::Extent>(program[value.id].node))
    return builder.uniform(value.id, ScalarType::F64);
  return builder.convert(value.id, type);
}

ir::ExprId ValueBuilder::settleCondition(ir::ExprId id) {
  // A copy, because settling adds nodes, which may move the pool.
  const ir::ExprNode node = program[id].node;
  if (const auto *unary = std::get_if<ir::Unary>(&node))
    return builder.unary(unary->op, settleCondition(unary->operand));
  const ir::Binary &binary = std::get<ir::Binary>(node);
  if (binary.op == ir::BinaryOp::And || binary.op == ir::BinaryOp::Or) {
    const ir::ExprId lhs = settleCondition(binary.lhs);
    return builder.binary(binary.op, lhs, settleCondition(binary.rhs));
  }
  if (tracksExact() && isExactOnHost(program, binary.lhs) && isExactOnHost(program, binary.rhs) &&
      !(builder.isLiteral(binary.lhs) && builder.isLiteral(binary.rhs)))
    return decidedOnHost(id);
  const ir::ExprId lhs = settle({binary.lhs, true});
  return builder.binary(binary.op, lhs, settle({binary.rhs, true}));
}

std::pair<ir::ExprId, ir::ExprId> ValueBuilder::together(Value a, Value b) {
  if (purpose != Purpose::Written) {
    const auto isWide = [&](Value v) { return !v.isUniform && type(v) == ScalarType::F64; };
    const ScalarType common = isWide(a) || isWide(b) ? ScalarType::F64 : compute;
    const ir::ExprId first = settle(a, common);
    return {first, settle(b, common)};
  }
  if (isBoolean(a))
    return {a.id, b.id};
  if (a.isWhole && !b.isWhole)
    return {wholeIn(a, type(b)), b.id};
  if (b.isWhole && !a.isWhole)
    return {a.id, wholeIn(b, type(a))};
  const bool isWide = type(a) == ScalarType::F64 || type(b) == ScalarType::F64;
  const auto convert = [&](const Value &value) {
    return isWide ? widened(value) : builder.convert(value.id, ScalarType::F32);
  };
  const ir::ExprId first = convert(a);
  return {first, convert(b)};
}

ir::ExprId ValueBuilder::wholeIn(Value value, ScalarType type) {
  if (const std::optional<double> number = known(value); number && this->type(value) != type)
    return builder.constant(*number, type);
  return builder.convert(value.id, type);
}

Value ValueBuilder::unary(ir::UnaryOp op, Value operand) {
  // Functions of whole numbers are f64, as sqrt(2) is in C. A sign and `abs` keep the type.
  const bool keepsWhole = op == ir::UnaryOp::Negate || op == ir::UnaryOp::Abs;
  const Value value{builder.unary(op, operand.id), operand.isUniform,
                    operand.isWhole && keepsWhole};
  const bool isExact = keepsWhole && operand.exact.valid();
  return isExact ? withExact(value, builder.unary(op, operand.exact)) : value;
}

Value ValueBuilder::binary(ir::BinaryOp op, Value lhs, Value rhs) {
  if (const auto compared = exactComparison(op, lhs, rhs))
    return *compared;
  const ir::ExprId exact = exactOperation(op, lhs, rhs);
  if (lhs.isUniform && rhs.isUniform)
    return withExact(uniform(builder.binary(op, lhs.id, rhs.id)), exact);
  const auto [a, b] = together(lhs, rhs);
  const bool isWhole = lhs.isWhole && rhs.isWhole && op != ir::BinaryOp::Power;
  return withExact({builder.binary(op, a, b), false, isWhole}, exact);
}

Value ValueBuilder::select(Value condition, Value then, Value otherwise) {
  if (condition.isUniform && then.isUniform && otherwise.isUniform)
    return uniform(builder.select(condition.id, then.id, otherwise.id));
  const ir::ExprId test = settle(condition);
  const auto [a, b] = together(then, otherwise);
  return {builder.select(test, a, b), false, then.isWhole && otherwise.isWhole};
}

Value ValueBuilder::outsideOf(Value condition, Value outside, Value inside, ScalarType storage) {
  if (const auto number = known(outside)) {
    const bool isWritten = purpose == Purpose::Written;
    const ScalarType type = isWritten ? this->type(inside) : ScalarType::F64;
    return select(condition, uniform(builder.constant(ir::roundTo(*number, storage), type)),
                  inside);
  }
  const Value choice = select(condition, outside, inside);
  // A value that already has the type of `inside` needs no conversion.
  const bool isRounded = storage == compute || (storage == ScalarType::F64 && !choice.isWhole &&
                                                purpose != Purpose::Written);
  return isRounded && type(choice) == type(inside) ? choice
                                                   : taken(builder.convert(choice.id, storage));
}

std::optional<Value> ValueBuilder::rounded(Value value, ScalarType type) {
  if (const auto number = known(value); number && purpose != Purpose::Written)
    return uniform(builder.constant(ir::roundTo(*number, type), ScalarType::F64));
  if (value.isUniform)
    return std::nullopt;
  const ir::ExprId narrow =
      type == ScalarType::F64 ? widened(value) : builder.convert(value.id, type);
  if (purpose == Purpose::Written)
    return Value{ir::isComputed(type) ? narrow : builder.convert(narrow, compute)};
  return Value{builder.convert(narrow, type == ScalarType::F64 ? type : compute)};
}

Value ValueBuilder::power(Value base, Value exponent) {
  const std::optional<double> n = known(exponent);
  if (!n || *n != std::trunc(*n) || std::fabs(*n) > 16)
    return binary(ir::BinaryOp::Power, base, exponent);
  const Value result = integerPower(base, static_cast<unsigned>(std::fabs(*n)));
  return *n >= 0 ? result : binary(ir::BinaryOp::Divide, one(base), result);
}

Value ValueBuilder::one(Value like) {
  if (purpose == Purpose::Written)
    return {builder.constant(1, type(like)), false, like.isWhole};
  return constant(1);
}

Value ValueBuilder::integerPower(Value base, unsigned exponent) {
  if (exponent == 0)
    return one(base);
  return {builder.power(base.id, exponent), base.isUniform, base.isWhole};
}

std::optional<double> ValueBuilder::known(Value value) const { return builder.literal(value.id); }

ir::ExprId ValueBuilder::finish(Value value, ScalarType storage) {
  if (const std::optional<double> number = known(value);
      number && (purpose == Purpose::Initial || purpose == Purpose::Boundary) &&
      // checkNumbers reports the others.
      !(ir::isInteger(storage) && ir::roundTo(*number, storage) != *number))
    return builder.constant(*number, storage);
  if (value.isUniform && purpose == Purpose::Boundary) // uniforms are f32 or f64
    return ir::isComputed(storage)
               ? builder.uniform(value.id, storage)
               : builder.convert(builder.uniform(value.id, ScalarType::F64), storage);
  if (value.isUniform && purpose == Purpose::Draft)
    return builder.convert(builder.convert(value.id, compute), storage);
  return builder.convert(value.id, storage);
}

} // namespace stencilc::sema
