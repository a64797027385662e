/// \file Converts literals and types of the C file to values of the lifted step.
#pragma once

#include "lift/Nest.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace stencilc::lift {

/// Returns whether `type` is `float` or `double`, or a reference to one. `long double` and
/// `_Float16` are not.
bool isFloatOrDouble(clang::QualType type);

/// Returns F32 for `float`, F64 for other floating-point types, Whole for anything else. References
/// are looked through.
Type typeOf(clang::QualType type);

/// Returns a C floating-point literal as a value with the same digits. Suffixes are removed; a form
/// that the stencil language lacks is written in decimal.
Value readLiteral(const clang::FloatingLiteral &literal, const clang::ASTContext &context);

/// Returns the value of a floating-point expression that Clang can evaluate at compile time, with
/// all digits; else `nullopt`.
std::optional<Value> known(const clang::Expr *expression, const clang::ASTContext &context);

/// Returns the value of an integer expression that Clang can evaluate at compile time; else
/// `nullopt`.
std::optional<std::int64_t> knownWhole(const clang::Expr *expression,
                                       const clang::ASTContext &context);

} // namespace stencilc::lift
