/// \file Converts literals and types of the C file to symbolic values and their types.
#pragma once

#include "lift/Nest.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace stencilc::lift {

/// Returns true if `type` is `float` or `double`, or a reference to one of them. Returns false for
/// `long double` and `_Float16`.
bool isFloatOrDouble(clang::QualType type);

/// Returns F32 for `float`, F64 for other floating-point types, and Whole for all others. The type
/// of a reference is the type to which it refers.
Type typeOf(clang::QualType type);

/// Returns a C floating-point literal as a symbolic value with the same digits. Suffixes are
/// removed. A form that the stencil language lacks is written in decimal.
Value readLiteral(const clang::FloatingLiteral &literal, const clang::ASTContext &context);

/// Returns the value of a floating-point expression that Clang can evaluate at compile time, with
/// all digits. Returns `nullopt` otherwise.
std::optional<Value> known(const clang::Expr *expression, const clang::ASTContext &context);

/// Returns the value of an integer expression that Clang can evaluate at compile time. Returns
/// `nullopt` otherwise.
std::optional<std::int64_t> knownWhole(const clang::Expr *expression,
                                       const clang::ASTContext &context);

} // namespace stencilc::lift
