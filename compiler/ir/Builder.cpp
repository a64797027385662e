/// \file Builder of IR expressions. It assigns ids and types, and stores equal nodes once.
#include "ir/Builder.h"
#include "ir/Fold.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <bit>
#include <cassert>
#include <cmath>

namespace stencilc::ir {

Builder::Builder(Program &program) : program(program) {
  for (ExprId id : program.exprs.ids()) {
    facts.push_back(factsOf(program[id]));
    known.try_emplace(keyOf(program[id]), id);
  }
  for (UniformId id : program.uniforms.ids())
    knownUniforms.try_emplace(program.uniforms[id].value, id);
}

/// Returns a key that is equal for equal nodes of equal type. The first word of the key contains
/// kind and type, the following words the members of the node. Constants are compared by their
/// bits, so -0 and 0 differ.
Builder::Key Builder::keyOf(const Expr &expr) {
  const auto word = [](auto value) { return static_cast<std::uint64_t>(value); };
  Key key = {expr.node.index() * 8 + word(expr.type)};
  match(
      expr.node, [&](const Constant &n) { key[1] = std::bit_cast<std::uint64_t>(n.value); },
      [&](const Param &n) { key[1] = n.param.index; },
      [&](const UniformRef &n) { key[1] = n.uniform.index; },
      [&](const Position &n) { key[1] = word(n.axis); },
      [&](const Extent &n) { key[1] = word(n.axis); },
      [&](const Read &n) {
        key = {key[0],           n.field.index, word(n.level), word(n.offset[0]), word(n.offset[1]),
               word(n.offset[2])};
      },
      [&](const ProfileRead &n) {
        key = {key[0], n.profile.index, word(n.offset[0]), word(n.offset[1]), word(n.offset[2])};
      },
      [&](const PointWeight &n) { key = {key[0], n.points.index, n.step.index}; },
      [&](const Random &n) { key[1] = n.seed; },
      [&](const Reduced &n) { key[1] = n.reduction.index; },
      [&](const PreviousValue &n) { key[1] = n.kept.index; }, [](const StepNumber &) {},
      [&](const SeriesValue &n) { key = {key[0], n.series.index, word(n.shift)}; },
      [&](const Convert &n) { key[1] = n.operand.index; },
      [&](const Unary &n) { key = {key[0], word(n.op), n.operand.index}; },
      [&](const Binary &n) { key = {key[0], word(n.op), n.lhs.index, n.rhs.index}; },
      [&](const Fma &n) { key = {key[0], n.a.index, n.b.index, n.c.index}; },
      [&](const Select &n) { key = {key[0], n.condition.index, n.then.index, n.otherwise.index}; },
      [&](const Noise &n) {
        const auto pair = [&](ExprId a, ExprId b) { return word(a.index) << 32 | b.index; };
        key = {key[0], n.seed, word(n.part), pair(n.x, n.y), pair(n.z, n.step)};
      });
  return key;
}

Builder::NodeFacts Builder::factsOf(const Expr &expr) const {
  const bool isVarying =
      std::holds_alternative<Position>(expr.node) || std::holds_alternative<Read>(expr.node) ||
      std::holds_alternative<ProfileRead>(expr.node) ||
      std::holds_alternative<PointWeight>(expr.node) || std::holds_alternative<Random>(expr.node) ||
      std::holds_alternative<Noise>(expr.node);
  NodeFacts all{!isVarying};
  forEachOperand(expr.node, [&](ExprId id) {
    assert(id.index < facts.size() && "operand must be made before its user");
    all.isUniform &= facts[id.index].isUniform;
    all.depth = std::max(all.depth, facts[id.index].depth + 1);
  });
  all.literal = foldNode(program, expr, [&](ExprId id) { return facts[id.index].literal; });
  return all;
}

ExprId Builder::add(ExprNode node, ScalarType type) {
  const Expr expr{node, type};
  const auto [place, isNew] = known.try_emplace(keyOf(expr));
  if (!isNew)
    return place->second;
  facts.push_back(factsOf(expr));
  place->second = program.exprs.add(expr);
  assert(facts.size() == program.exprs.size() && "expressions were added elsewhere");
  return place->second;
}

ExprId Builder::constant(double value, ScalarType type) {
  return add(Constant{roundTo(value, type)}, type);
}

ExprId Builder::param(ParamId id) {
  assert(id.index < program.params.size());
  return add(Param{id}, ScalarType::F64);
}

ExprId Builder::uniformRef(UniformId id) { return add(UniformRef{id}, program.uniforms[id].type); }

ExprId Builder::position(int axis, ScalarType type) {
  assert(axis >= 0 && axis < program.rank() && isComputed(type));
  return add(Position{axis}, type);
}

ExprId Builder::extent(int axis, ScalarType type) {
  assert(axis >= 0 && axis < program.rank() && isComputed(type));
  return add(Extent{axis}, type);
}

ExprId Builder::read(FieldId field, int level, Offset offset) {
  return add(Read{field, level, offset}, program.fields[field].storage);
}

ExprId Builder::profileRead(ProfileId profile, Offset offset) {
  return add(ProfileRead{profile, offset}, program.profiles[profile].field.storage);
}

ExprId Builder::pointWeight(PointsId points, UniformId step) {
  return add(PointWeight{points, step}, ScalarType::F64);
}

ExprId Builder::noise(const Noise &noise, ScalarType type) {
  assert(isComputed(type) && this->type(noise.step) == ScalarType::F64);
  return add(noise, type);
}

ExprId Builder::random(std::uint64_t seed) { return add(Random{seed}, ScalarType::F64); }

ExprId Builder::reduced(ReductionId id) { return add(Reduced{id}, ScalarType::F64); }

ExprId Builder::earlier(CarriedScalarId id) {
  assert(id.index < program.kept.size());
  return add(PreviousValue{id}, ScalarType::F64);
}

ExprId Builder::stepNumber() { return add(StepNumber{}, ScalarType::F64); }

ExprId Builder::seriesValue(SeriesId id, std::int64_t shift) {
  assert(id.index < program.series.size());
  return add(SeriesValue{id, shift}, ScalarType::F64);
}

ExprId Builder::convert(ExprId operand, ScalarType to) {
  return type(operand) == to ? operand : add(Convert{operand}, to);
}

ExprId Builder::unary(UnaryOp op, ExprId operand) {
  assert((op == UnaryOp::Not) == (type(operand) == ScalarType::Bool));
  if (!isCorrectlyRounded(op) && isLiteral(operand))
    return constant(foldUnary(op, *literal(operand), type(operand)), type(operand));
  return add(Unary{op, operand}, type(operand));
}

ExprId Builder::binary(BinaryOp op, ExprId lhs, ExprId rhs) {
  assert(type(lhs) == type(rhs) && "operands of one type");
  assert((op == BinaryOp::And || op == BinaryOp::Or) == (type(lhs) == ScalarType::Bool));
  if (op == BinaryOp::Power && isLiteral(lhs) && isLiteral(rhs))
    return constant(foldBinary(op, *literal(lhs), *literal(rhs), type(lhs)), type(lhs));
  return add(Binary{op, lhs, rhs}, isComparison(op) ? ScalarType::Bool : type(lhs));
}

ExprId Builder::power(ExprId base, unsigned exponent) {
  assert(exponent > 0);
  unsigned bit = std::bit_floor(exponent);
  ExprId result = base;
  for (bit /= 2; bit > 0; bit /= 2) {
    result = binary(BinaryOp::Multiply, result, result);
    if (exponent & bit)
      result = binary(BinaryOp::Multiply, result, base);
  }
  return result;
}

ExprId Builder::fma(ExprId a, ExprId b, ExprId c) {
  assert(type(a) == type(b) && type(b) == type(c) && isComputed(type(a)));
  return add(Fma{a, b, c}, type(a));
}

ExprId Builder::select(ExprId condition, ExprId then, ExprId otherwise) {
  assert(type(condition) == ScalarType::Bool && type(then) == type(otherwise));
  return add(Select{condition, then, otherwise}, type(then));
}

bool Builder::isTaken(llvm::StringRef name) const {
  const auto hasName = [&](const auto &declaration) { return declaration.name == name; };
  return llvm::any_of(program.uniforms, hasName) || llvm::any_of(program.params, hasName) ||
         llvm::any_of(program.fields, hasName) || llvm::is_contained(program.axes, name) ||
         llvm::any_of(program.exprNames, [&](const auto &entry) { return entry.second == name; });
}

std::string Builder::freeName(ExprId value, ScalarType type, llvm::StringRef hint) const {
  if (const auto *bare = std::get_if<Param>(&program[value].node)) {
    const std::string &own = program.params[bare->param].name;
    if (hint.empty())
      hint = own;
    if (hint == own && !llvm::any_of(program.uniforms, [&](auto &u) { return u.name == own; }))
      return own;
  }
  if (hint.empty()) {
    for (int number = 0;; ++number)
      if (std::string name = ("c" + llvm::Twine(number)).str(); !isTaken(name))
        return name;
  }
  if (!isTaken(hint))
    return hint.str();
  // Usually the same quantity in a second type.
  if (std::string typed = (hint + "_" + toString(type)).str(); !isTaken(typed))
    return typed;
  for (int number = 2;; ++number)
    if (std::string name = (hint + "_" + llvm::Twine(number)).str(); !isTaken(name))
      return name;
}

ExprId Builder::uniform(ExprId value, ScalarType to, llvm::StringRef name) {
  assert(isUniform(value) && type(value) == ScalarType::F64 && "uniforms are computed in f64");
  if (isLiteral(value))
    return constant(*literal(value), to);
  const ExprId rounded = convert(value, to);
  if (const auto known = knownUniforms.find(rounded); known != knownUniforms.end())
    return uniformRef(known->second);
  const UniformId id = program.uniforms.add(
      {freeName(value, to, name), rounded, to, changesInTime(program, rounded)});
  knownUniforms.emplace(rounded, id);
  return uniformRef(id);
}

} // namespace stencilc::ir
