/// \file Where the names of a step come from: the declarations of the C file.
#pragma once

#include "lift/Polynomial.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace stencilc::lift {

/// A pointer that has the memory of one array when a step begins and of another when it ends.
struct Exchange {
  const clang::ValueDecl *pointer = nullptr;
  int before = -1, after = -1;
};

/// What stands in the C file for the arrays, sizes and numbers of a step.
struct Origins {
  const clang::FunctionDecl *function = nullptr;
  const clang::Stmt *loop = nullptr; // over time; null: the body of the function is one step
  std::vector<const clang::ValueDecl *> arrays;
  std::map<Polynomial::Symbol, const clang::ValueDecl *> sizes;
  std::map<std::string, const clang::ValueDecl *> parameters;
  std::vector<Exchange> exchanges;
  bool exchangesObjects = false;                 // with all that is in them
  const clang::ValueDecl *counter = nullptr;     // of a `for` over time
  std::vector<const clang::ValueDecl *> counted; // variables that every step increments
  std::vector<const clang::ValueDecl *> toggles; // that choose one of two buffers
};

/// The statement that a call of the step stands for: the loop over time, or the body of the
/// function.
inline const clang::Stmt *siteOf(const Origins &origins) {
  return origins.loop ? origins.loop : origins.function->getBody();
}

} // namespace stencilc::lift
