/// \file C++ spelling of types, literals and operators, and names of temporaries.
#pragma once

#include "ir/Program.h"
#include <set>
#include <string>

namespace stencilc::emit {

/// Returns the C++ name of a type: "float", "double", "bool", or a type of stencilc/Storage.h.
const char *typeName(ir::ScalarType type);
/// Returns the name of a type for users of a library: "float", "double", or the name in the stencil
/// language, such as "f16".
const char *publicName(ir::ScalarType type);
/// Returns `value` as the shortest decimal literal of `type` that gives the same bits when it is
/// read.
std::string printLiteral(double value, ir::ScalarType type);

/// Precedences of C++ operators. An operator that binds tighter has the higher number.
enum Precedence : int {
  kSelect = 1,
  kOr,
  kAnd,
  kBits, // |, ^ and &; always in parentheses, for readers
  kEquality,
  kRelation,
  kShift,
  kAdditive,
  kProduct,
  kPrefix,
  kPrimary,
};
/// C++ spelling of an operation: a binary operator with its precedence, or, with precedence
/// kPrimary, a function.
struct Operator {
  const char *text;
  int precedence;
};
Operator spelling(ir::BinaryOp op);
/// Returns the C++ spelling of an operation: "-", "!" or the name of a function.
const char *spelling(ir::UnaryOp op);

/// Names of the runtime that occur in the text of kernels.
inline constexpr const char *kView = "View", *kReadOnlyView = "ReadOnlyView",
                            *kNumbersName = "kNumbers";
/// Returns the names of the runtime's functions that emitted expressions of the program may call,
/// such as `sqrt`. The set may also contain operators such as `+`, which are no identifiers.
std::set<std::string> callsOf(const ir::Program &program);

/// Returns a readable name for a temporary: the value's name in the source, or a word for its
/// operation, such as "neighbours" or "square".
std::string readableName(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::emit
