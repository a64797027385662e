/// \file Evaluates literal expressions at compile time.
#include "ir/Fold.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "support/Match.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>
#include <map>

namespace stencilc::ir {

double foldUnary(UnaryOp op, double operand, ScalarType type) {
  // Negate, Abs, Floor and Not are exact. Sqrt in f64 rounded to f32 equals sqrt in f32.
  switch (op) {
  case UnaryOp::Negate:
    return -operand;
  case UnaryOp::Abs:
    return std::fabs(operand);
  case UnaryOp::Sqrt:
    return roundTo(std::sqrt(operand), type);
  case UnaryOp::Exp:
    return roundTo(std::exp(operand), type);
  case UnaryOp::Log:
    return roundTo(std::log(operand), type);
  case UnaryOp::Sin:
    return roundTo(std::sin(operand), type);
  case UnaryOp::Cos:
    return roundTo(std::cos(operand), type);
  case UnaryOp::Tanh:
    return roundTo(std::tanh(operand), type);
  case UnaryOp::Floor:
    return std::floor(operand);
  case UnaryOp::Not:
    return operand == 0;
  }
  llvm_unreachable("unknown unary operation");
}

double foldBinary(BinaryOp op, double lhs, double rhs, ScalarType type) {
  // + - * / of two f32 values, computed in f64 and rounded to f32, equal the operation in f32.
  switch (op) {
  case BinaryOp::Add:
    return roundTo(lhs + rhs, type);
  case BinaryOp::Subtract:
    return roundTo(lhs - rhs, type);
  case BinaryOp::Multiply:
    return roundTo(lhs * rhs, type);
  case BinaryOp::Divide:
    return roundTo(lhs / rhs, type);
  case BinaryOp::Min:
    return lhs < rhs ? lhs : rhs;
  case BinaryOp::Max:
    return lhs > rhs ? lhs : rhs;
  case BinaryOp::Power:
    return roundTo(std::pow(lhs, rhs), type);
  case BinaryOp::Less:
    return lhs < rhs;
  case BinaryOp::LessEqual:
    return lhs <= rhs;
  case BinaryOp::Greater:
    return lhs > rhs;
  case BinaryOp::GreaterEqual:
    return lhs >= rhs;
  case BinaryOp::Equal:
    return lhs == rhs;
  case BinaryOp::NotEqual:
    return lhs != rhs;
  case BinaryOp::And:
    return lhs != 0 && rhs != 0;
  case BinaryOp::Or:
    return lhs != 0 || rhs != 0;
  }
  llvm_unreachable("unknown binary operation");
}

bool isCorrectlyRounded(UnaryOp op) {
  switch (op) {
  case UnaryOp::Exp:
  case UnaryOp::Log:
  case UnaryOp::Sin:
  case UnaryOp::Cos:
  case UnaryOp::Tanh:
    return false;
  case UnaryOp::Negate:
  case UnaryOp::Abs:
  case UnaryOp::Sqrt:
  case UnaryOp::Floor:
  case UnaryOp::Not:
    return true;
  }
  llvm_unreachable("unknown unary operation");
}

std::optional<double> foldNode(const Program &program, const Expr &expr,
                               llvm::function_ref<std::optional<double>(ExprId)> valueOf) {
  using Result = std::optional<double>;
  const auto unknown = [](const auto &) -> Result { return std::nullopt; };
  return match(
      expr.node, [](const Constant &node) -> Result { return node.value; },
      [&](const Param &node) { return unknown(node); },
      [&](const UniformRef &node) { return unknown(node); },
      [&](const Position &node) { return unknown(node); },
      [&](const Extent &node) { return unknown(node); },
      [&](const Read &node) { return unknown(node); },
      [&](const ProfileRead &node) { return unknown(node); },
      [&](const PointWeight &node) { return unknown(node); },
      [&](const Random &node) { return unknown(node); },
      [&](const Noise &node) { return unknown(node); },
      [&](const Reduced &node) { return unknown(node); },
      [&](const PreviousValue &node) { return unknown(node); },
      [&](const StepNumber &node) { return unknown(node); },
      [&](const SeriesValue &node) { return unknown(node); },
      [&](const Convert &node) -> Result {
        const Result operand = valueOf(node.operand);
        return operand ? Result(roundTo(*operand, expr.type)) : std::nullopt;
      },
      [&](const Unary &node) -> Result {
        const Result operand = valueOf(node.operand);
        return operand ? Result(foldUnary(node.op, *operand, expr.type)) : std::nullopt;
      },
      [&](const Binary &node) -> Result {
        const Result lhs = valueOf(node.lhs), rhs = valueOf(node.rhs);
        if (!lhs || !rhs)
          return std::nullopt;
        return foldBinary(node.op, *lhs, *rhs, program[node.lhs].type);
      },
      [&](const Fma &node) -> Result {
        const Result a = valueOf(node.a), b = valueOf(node.b), c = valueOf(node.c);
        if (!a || !b || !c)
          return std::nullopt;
        if (expr.type == ScalarType::F32)
          return std::fma(static_cast<float>(*a), static_cast<float>(*b), static_cast<float>(*c));
        return std::fma(*a, *b, *c);
      },
      [&](const Select &node) -> Result {
        const Result condition = valueOf(node.condition), then = valueOf(node.then);
        const Result otherwise = valueOf(node.otherwise);
        if (!condition || !then || !otherwise)
          return std::nullopt;
        return *condition != 0 ? then : otherwise;
      });
}

std::optional<double> foldLiteral(const Program &program, ExprId root) {
  std::map<ExprId, std::optional<double>> values;
  for (ExprId id : reachableFrom(program, {root}))
    values[id] = foldNode(program, program[id], [&](ExprId operand) { return values.at(operand); });
  return values.at(root);
}

} // namespace stencilc::ir
