/// \file How many elements the memory behind a pointer or a std::vector has.
#pragma once

#include "lift/IndexReader.h"

namespace stencilc::lift {

/// Returns the number of elements that `value` gives a variable of type `type`: by `malloc`,
/// `calloc`, `new[]` or a constructor of std::vector. Nothing for other values, and where the
/// number is no sum of sizes and numbers.
std::optional<Polynomial> allocatedElements(clang::QualType type, const clang::Expr &value,
                                            IndexReader &indices, const clang::ASTContext &context);

/// Whether `statement` does more with a std::vector than use its elements: it may resize it.
bool mayResize(const clang::Stmt &statement, const clang::ValueDecl &vector);

} // namespace stencilc::lift
