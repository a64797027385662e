/// \file C++ spelling of types, literals and operators, and names of temporaries.
#include "emit/Spelling.h"
#include "ir/Names.h"
#include "ir/StorageTypes.h"
#include "support/Match.h"
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <set>

namespace stencilc::emit {

using namespace ir;

const char *typeName(ScalarType type) {
  switch (type) {
  case ScalarType::F32:
    return "float";
  case ScalarType::F64:
    return "double";
  case ScalarType::F16:
    return "stencilc::F16";
  case ScalarType::BF16:
    return "stencilc::BF16";
  case ScalarType::U8:
    return "stencilc::U8";
  case ScalarType::I16:
    return "stencilc::I16";
  case ScalarType::I32:
    return "stencilc::I32";
  case ScalarType::Bool:
    return "bool";
  }
  return "?";
}

const char *publicName(ScalarType type) {
  return ir::isComputed(type) ? typeName(type) : ir::toString(type);
}

std::string printLiteral(double value, ScalarType type) {
  assert(std::isfinite(value) && "infinities and NaN have no literal");
  if (type == ScalarType::Bool)
    return value != 0 ? "true" : "false";
  if (!ir::isComputed(type)) { // f32 represents f16 and bf16 exactly, and f64 all integer types
    const ScalarType wider = ir::isInteger(type) ? ScalarType::F64 : ScalarType::F32;
    return typeName(type) + ("(" + printLiteral(value, wider) + ")");
  }
  char buffer[64];
  const bool isFloat = type == ScalarType::F32;
  const auto end = isFloat ? std::to_chars(buffer, std::end(buffer), static_cast<float>(value)).ptr
                           : std::to_chars(buffer, std::end(buffer), value).ptr;
  std::string text(buffer, end);
  // Some compilers read a float literal as a double first. More digits are printed if that would
  // round twice.
  if (isFloat && static_cast<float>(std::strtod(text.c_str(), nullptr)) != value)
    text.assign(buffer, std::to_chars(buffer, std::end(buffer), value).ptr);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return isFloat ? text + "f" : text;
}

Operator spelling(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {"+", kAdditive};
  case BinaryOp::Subtract:
    return {"-", kAdditive};
  case BinaryOp::Multiply:
    return {"*", kProduct};
  case BinaryOp::Divide:
    return {"/", kProduct};
  case BinaryOp::Less:
    return {"<", kRelation};
  case BinaryOp::LessEqual:
    return {"<=", kRelation};
  case BinaryOp::Greater:
    return {">", kRelation};
  case BinaryOp::GreaterEqual:
    return {">=", kRelation};
  case BinaryOp::Equal:
    return {"==", kEquality};
  case BinaryOp::NotEqual:
    return {"!=", kEquality};
  case BinaryOp::And:
    return {"&&", kAnd};
  case BinaryOp::Or:
    return {"||", kOr};
  case BinaryOp::Min:
    return {"min", kPrimary};
  case BinaryOp::Max:
    return {"max", kPrimary};
  case BinaryOp::Power:
    return {"pow", kPrimary};
  }
  return {"?", 0};
}

const char *spelling(UnaryOp op) {
  if (op == UnaryOp::Negate)
    return "-";
  return op == UnaryOp::Not ? "!" : ir::toString(op); // the IR has the same function names
}

std::set<std::string> callsOf(const Program &program) {
  std::set<std::string> all;
  for (const Expr &expr : program.exprs) {
    if (const auto *unary = std::get_if<Unary>(&expr.node))
      all.insert(spelling(unary->op));
    if (const auto *binary = std::get_if<Binary>(&expr.node))
      all.insert(spelling(binary->op).text);
    if (std::holds_alternative<Fma>(expr.node))
      all.insert("fma");
    if (std::holds_alternative<Random>(expr.node))
      all.insert("random01");
  }
  if (all.count("sqrt"))
    all.insert({"overRoot", "overLargeRoot"});
  if (all.count(spelling(BinaryOp::Divide).text))
    all.insert({"divide", "divideBySame", "reciprocal", "reciprocalOfSame"});
  return all; // operators among them match no identifier
}

std::string readableName(const Program &program, ExprId id) {
  if (const auto given = program.exprNames.find(id); given != program.exprNames.end())
    return given->second;
  // The sum of several reads of one field is usually called the sum of its neighbours.
  std::set<FieldId> fields;
  std::set<ExprId> seen; // visits each node once: there may be exponentially many paths
  const auto isSumOfReads = [&](auto &self, ExprId at) -> bool {
    if (!seen.insert(at).second)
      return true; // an earlier visit found only reads
    if (const auto *convert = std::get_if<Convert>(&program[at].node))
      return self(self, convert->operand);
    if (const auto *read = std::get_if<Read>(&program[at].node))
      return fields.insert(read->field), true;
    const auto *binary = std::get_if<Binary>(&program[at].node);
    return binary && binary->op == BinaryOp::Add && self(self, binary->lhs) &&
           self(self, binary->rhs);
  };
  if (isSumOfReads(isSumOfReads, id) && fields.size() == 1)
    return "neighbours";
  if (program[id].type == ScalarType::Bool)
    return "condition";
  return match(
      program[id].node, [](const Fma &) { return "sum"; }, [](const Noise &) { return "noise"; },
      [](const Binary &n) {
        switch (n.op) {
        case BinaryOp::Add:
          return "sum";
        case BinaryOp::Subtract:
          return "difference";
        case BinaryOp::Multiply:
          return n.lhs == n.rhs ? "square" : "product";
        case BinaryOp::Divide:
          return "ratio";
        case BinaryOp::Min:
          return "smaller";
        case BinaryOp::Max:
          return "larger";
        default:
          return "power";
        }
      },
      [](const Unary &n) {
        switch (n.op) {
        case UnaryOp::Sqrt:
          return "root";
        case UnaryOp::Abs:
          return "magnitude";
        case UnaryOp::Negate:
          return "negative";
        case UnaryOp::Exp:
          return "exponential";
        case UnaryOp::Log:
          return "logarithm";
        case UnaryOp::Sin:
          return "sine";
        case UnaryOp::Cos:
          return "cosine";
        case UnaryOp::Tanh:
          return "tangent";
        case UnaryOp::Floor:
          return "whole";
        case UnaryOp::Not:
          return "condition";
        }
        return "value";
      },
      [](const Select &) { return "choice"; }, [](const auto &) { return "value"; });
}

} // namespace stencilc::emit
