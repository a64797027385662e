/// \file Struct of the C declarations from which the arrays, sizes and parameters of a .stencil
/// program come.
#pragma once

#include "lift/Polynomial.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace stencilc::lift {

/// A C pointer that a time step changes: it points to array number `before` when the step begins,
/// and to array number `after` when the step ends.
struct Exchange {
  const clang::ValueDecl *pointer = nullptr;
  int before = -1, after = -1;
};

/// The C declarations and statements from which a time step was translated.
struct Origins {
  const clang::FunctionDecl *function = nullptr;
  const clang::Stmt *loop = nullptr; // the loop over time; null: the function body is one step
  std::vector<const clang::ValueDecl *> arrays;
  std::map<Polynomial::Symbol, const clang::ValueDecl *> sizes;
  std::map<std::string, const clang::ValueDecl *> parameters;
  std::vector<Exchange> exchanges;
  bool exchangesObjects = false;                 // objects are swapped with all their members
  const clang::ValueDecl *counter = nullptr;     // variable of a `for` loop over time
  std::vector<const clang::ValueDecl *> counted; // variables that every step increments
  /// Integer variables that alternate between 0 and 1 to select one of two buffers: `cur = 1 -
  /// cur`.
  std::vector<const clang::ValueDecl *> toggles;
};

/// Returns the C statement that a call of the compiled stencil replaces: the loop over time, or
/// without one, the body of the function.
inline const clang::Stmt *siteOf(const Origins &origins) {
  return origins.loop ? origins.loop : origins.function->getBody();
}

} // namespace stencilc::lift
