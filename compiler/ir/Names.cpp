/// \file Printed names of types, operations and kinds, and numbers as text.
#include "ir/Names.h"
#include <charconv>
#include <iterator>

namespace stencilc::ir {

const char *toString(ScalarType type) {
  switch (type) {
  case ScalarType::F32:
    return "f32";
  case ScalarType::F64:
    return "f64";
  case ScalarType::F16:
    return "f16";
  case ScalarType::BF16:
    return "bf16";
  case ScalarType::U8:
    return "u8";
  case ScalarType::I16:
    return "i16";
  case ScalarType::I32:
    return "i32";
  case ScalarType::Bool:
    return "bool";
  }
  return "?";
}

std::optional<ScalarType> numberType(llvm::StringRef name) {
  for (const ScalarType type : {ScalarType::F32, ScalarType::F64, ScalarType::F16, ScalarType::BF16,
                                ScalarType::U8, ScalarType::I16, ScalarType::I32})
    if (name == toString(type))
      return type;
  return std::nullopt;
}

const char *toString(UnaryOp op) {
  switch (op) {
  case UnaryOp::Negate:
    return "negate";
  case UnaryOp::Abs:
    return "abs";
  case UnaryOp::Sqrt:
    return "sqrt";
  case UnaryOp::Exp:
    return "exp";
  case UnaryOp::Log:
    return "log";
  case UnaryOp::Sin:
    return "sin";
  case UnaryOp::Cos:
    return "cos";
  case UnaryOp::Tanh:
    return "tanh";
  case UnaryOp::Floor:
    return "floor";
  case UnaryOp::Not:
    return "not";
  }
  return "?";
}

const char *toString(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "add";
  case BinaryOp::Subtract:
    return "subtract";
  case BinaryOp::Multiply:
    return "multiply";
  case BinaryOp::Divide:
    return "divide";
  case BinaryOp::Min:
    return "min";
  case BinaryOp::Max:
    return "max";
  case BinaryOp::Power:
    return "pow";
  case BinaryOp::Less:
    return "less";
  case BinaryOp::LessEqual:
    return "lessEqual";
  case BinaryOp::Greater:
    return "greater";
  case BinaryOp::GreaterEqual:
    return "greaterEqual";
  case BinaryOp::Equal:
    return "equal";
  case BinaryOp::NotEqual:
    return "notEqual";
  case BinaryOp::And:
    return "and";
  case BinaryOp::Or:
    return "or";
  }
  return "?";
}

bool isComparison(BinaryOp op) {
  switch (op) {
  case BinaryOp::Less:
  case BinaryOp::LessEqual:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEqual:
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
    return true;
  default:
    return false;
  }
}

const char *toString(BoundaryKind kind) {
  switch (kind) {
  case BoundaryKind::None:
    return "none";
  case BoundaryKind::Keep:
    return "keep";
  case BoundaryKind::Fixed:
    return "fixed";
  case BoundaryKind::Periodic:
    return "periodic";
  case BoundaryKind::MirrorCell:
    return "mirror cell";
  case BoundaryKind::MirrorNode:
    return "mirror node";
  case BoundaryKind::Copy:
    return "copy";
  }
  return "?";
}

const char *toString(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Max:
    return "max";
  case ReductionKind::Min:
    return "min";
  case ReductionKind::Sum:
    return "sum";
  case ReductionKind::Norm:
    return "norm";
  }
  return "";
}

const char *toString(Arithmetic arithmetic) {
  return arithmetic == Arithmetic::Canonical ? "canonical" : "written";
}

std::string numberText(double value, ScalarType type) {
  if (type == ScalarType::Bool)
    return value != 0 ? "true" : "false";
  char digits[32];
  const std::to_chars_result end =
      type == ScalarType::F64 ? std::to_chars(digits, std::end(digits), value)
                              : std::to_chars(digits, std::end(digits), static_cast<float>(value));
  return {digits, end.ptr};
}

} // namespace stencilc::ir
