/// \file Evaluates expressions that are known at compile time.
#include "ir/Fold.h"
#include "ir/Builder.h"
#include "support/Match.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

namespace stencilc::ir {

double foldUnary(UnaryOp op, double operand, ScalarType type) {
  // Negate, Abs, Floor and Not are exact, and sqrt in f64 rounded to f32 equals sqrt in f32.
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
  // + - * / of two f32 values, done in f64 and rounded to f32, equal the operation in f32.
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

std::optional<double> foldLiteral(const Program &program, ExprId id) {
  const Expr &expr = program[id];
  const auto fold = [&](ExprId operand) { return foldLiteral(program, operand); };
  using Result = std::optional<double>;
  return match(
      expr.node, [](const Constant &node) -> Result { return node.value; },
      [](const Param &) -> Result { return std::nullopt; },
      [](const UniformRef &) -> Result { return std::nullopt; },
      [](const Position &) -> Result { return std::nullopt; },
      [](const Extent &) -> Result { return std::nullopt; },
      [](const Read &) -> Result { return std::nullopt; },
      [](const Random &) -> Result { return std::nullopt; },
      [](const Reduced &) -> Result { return std::nullopt; },
      [&](const Convert &node) -> Result {
        const Result operand = fold(node.operand);
        return operand ? Result(roundTo(*operand, expr.type)) : std::nullopt;
      },
      [&](const Unary &node) -> Result {
        const Result operand = fold(node.operand);
        return operand ? Result(foldUnary(node.op, *operand, expr.type)) : std::nullopt;
      },
      [&](const Binary &node) -> Result {
        const Result lhs = fold(node.lhs), rhs = fold(node.rhs);
        if (!lhs || !rhs)
          return std::nullopt;
        return foldBinary(node.op, *lhs, *rhs, program[node.lhs].type);
      },
      [&](const Fma &node) -> Result {
        const Result a = fold(node.a), b = fold(node.b), c = fold(node.c);
        if (!a || !b || !c)
          return std::nullopt;
        if (expr.type == ScalarType::F32)
          return std::fma(static_cast<float>(*a), static_cast<float>(*b), static_cast<float>(*c));
        return std::fma(*a, *b, *c);
      },
      [&](const Select &node) -> Result {
        const Result condition = fold(node.condition);
        if (!condition)
          return std::nullopt;
        return fold(*condition != 0 ? node.then : node.otherwise);
      });
}

} // namespace stencilc::ir
