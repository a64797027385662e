/// \file The C declarations that arrays, sizes and parameters of a lifted step come from.
#pragma once

#include "lift/Polynomial.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace stencilc::lift {

/// A C pointer that points to array `before` when a time step begins and to array `after` when it
/// ends.
struct Exchange {
  const clang::ValueDecl *pointer = nullptr;
  int before = -1, after = -1;
};

/// The C declarations and statements that a lifted step comes from.
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
  /// Variables that select one of two buffers: `cur = 1 - cur`.
  std::vector<const clang::ValueDecl *> toggles;
};

/// Returns the C statement that a call of the compiled stencil replaces: the loop over time, or
/// else the body of the function.
inline const clang::Stmt *siteOf(const Origins &origins) {
  return origins.loop ? origins.loop : origins.function->getBody();
}

} // namespace stencilc::lift
