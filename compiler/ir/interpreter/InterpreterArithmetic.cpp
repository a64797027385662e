/// \file Arithmetic of the interpreter: single operations, each rounded to its own type.
#include "ir/interpreter/InterpreterArithmetic.h"
#include "ir/StorageTypes.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

namespace stencilc::ir {

/// Returns the result of one operation on `a`, in the arithmetic of `T`, which is float or double.
template <class T> static T unaryIn(UnaryOp op, T a) {
  switch (op) {
  case UnaryOp::Negate:
    return -a;
  case UnaryOp::Abs:
    return std::fabs(a);
  case UnaryOp::Sqrt:
    return std::sqrt(a);
  case UnaryOp::Exp:
    return std::exp(a);
  case UnaryOp::Log:
    return std::log(a);
  case UnaryOp::Sin:
    return std::sin(a);
  case UnaryOp::Cos:
    return std::cos(a);
  case UnaryOp::Tanh:
    return std::tanh(a);
  case UnaryOp::Floor:
    return std::floor(a);
  case UnaryOp::Not:
    break; // Bool only
  }
  llvm_unreachable("interpreter: not an operation on numbers");
}

template <class T> static T binaryIn(BinaryOp op, T a, T b) {
  switch (op) {
  case BinaryOp::Add:
    return a + b;
  case BinaryOp::Subtract:
    return a - b;
  case BinaryOp::Multiply:
    return a * b;
  case BinaryOp::Divide:
    return a / b;
  case BinaryOp::Min:
    return a < b ? a : b;
  case BinaryOp::Max:
    return a > b ? a : b;
  case BinaryOp::Power:
    return std::pow(a, b);
  case BinaryOp::Less:
    return a < b;
  case BinaryOp::LessEqual:
    return a <= b;
  case BinaryOp::Greater:
    return a > b;
  case BinaryOp::GreaterEqual:
    return a >= b;
  case BinaryOp::Equal:
    return a == b;
  case BinaryOp::NotEqual:
    return a != b;
  case BinaryOp::And:
  case BinaryOp::Or:
    break; // Bool only
  }
  llvm_unreachable("interpreter: not an operation on numbers");
}

double evaluateConvert(double value, ScalarType type) { return roundTo(value, type); }

double evaluateUnary(UnaryOp op, double operand, ScalarType type) {
  if (op == UnaryOp::Not)
    return operand == 0;
  if (type == ScalarType::F32)
    return unaryIn(op, static_cast<float>(operand));
  return unaryIn(op, operand);
}

double evaluateBinary(BinaryOp op, double lhs, double rhs, ScalarType type) {
  if (op == BinaryOp::And)
    return lhs != 0 && rhs != 0;
  if (op == BinaryOp::Or)
    return lhs != 0 || rhs != 0;
  if (type == ScalarType::F32)
    return binaryIn(op, static_cast<float>(lhs), static_cast<float>(rhs));
  return binaryIn(op, lhs, rhs);
}

double evaluateFma(double a, double b, double c, ScalarType type) {
  if (type == ScalarType::F32)
    return std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c));
  return std::fma(a, b, c);
}

} // namespace stencilc::ir
