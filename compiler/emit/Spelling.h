/// \file How types, literals and operators are spelt in C++, and what temporaries are called.
#pragma once

#include "ir/Program.h"
#include <set>
#include <string>

namespace stencilc::emit {

/// "float", "double", "bool", or a type of stencilc/Storage.h.
const char *typeName(ir::ScalarType type);
/// What users of a library are told: "float", "double", or as the language calls it, "f16".
const char *publicName(ir::ScalarType type);
/// `value` as a literal of `type` that reads back to the same bits; the shortest such decimal.
std::string printLiteral(double value, ir::ScalarType type);

/// Precedences of C++, as far as they occur here: what binds tighter has the higher number.
enum Precedence : int {
  kSelect = 1,
  kOr,
  kAnd,
  kBits, // |, ^ and &, which nobody remembers the order of
  kEquality,
  kRelation,
  kShift,
  kAdditive,
  kProduct,
  kPrefix,
  kPrimary,
};
/// An operator between its operands, or (precedence kPrimary) a function.
struct Operator {
  const char *text;
  int precedence;
};
Operator spelling(ir::BinaryOp op);
/// "-", "!" or a function.
const char *spelling(ir::UnaryOp op);

/// Names of the runtime that the text of kernels has.
inline constexpr const char *kView = "View", *kReadOnlyView = "ReadOnlyView",
                            *kNumbersName = "kNumbers";
/// Functions of the runtime that values of the program may call.
std::set<std::string> callsOf(const ir::Program &program);

/// What people would call a value: its name in the source, else what it is ("neighbours",
/// "square").
std::string readableName(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::emit
