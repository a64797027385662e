/// \file Numbers and types that the C file writes down, as values.
#pragma once

#include "lift/Nest.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace stencilc::lift {

/// Whether a type is `float` or `double`, which the language has; `long double` and `_Float16` are
/// neither.
bool isFloatOrDouble(clang::QualType type);

/// F32 or F64 for a number with a point, also through a reference; Whole for anything else.
Type typeOf(clang::QualType type);

/// A literal in the digits of the file, if the language can have them.
Value readLiteral(const clang::FloatingLiteral &literal, const clang::ASTContext &context);

/// The number with a point that Clang knows an expression to have, in all its digits.
std::optional<Value> known(const clang::Expr *expression, const clang::ASTContext &context);

/// The value of a whole number that Clang knows.
std::optional<std::int64_t> knownWhole(const clang::Expr *expression,
                                       const clang::ASTContext &context);

} // namespace stencilc::lift
