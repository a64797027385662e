/// \file Finds the number of elements that a C pointer or a std::vector gets by an allocation.
#pragma once

#include "lift/read/IndexReader.h"

namespace stencilc::lift {

/// Returns the number of elements that `value` allocates for a variable of type `type`. `value` is
/// `malloc`, `calloc`, `new[]` or a constructor of std::vector. `indices` evaluates the arguments.
/// Returns `nullopt` for other values, and if the number is not known as a polynomial of sizes
/// (integer variables), as in `n * m`.
std::optional<Polynomial> allocatedElements(clang::QualType type, const clang::Expr &value,
                                            IndexReader &indices, const clang::ASTContext &context);

/// Returns true if `statement` may resize the std::vector `vector`. Access to elements of the
/// vector and to its size cannot resize it. Every other use counts as a possible change of size.
bool mayResize(const clang::Stmt &statement, const clang::ValueDecl &vector);

} // namespace stencilc::lift
