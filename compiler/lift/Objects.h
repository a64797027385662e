/// \file Structures and classes: whose member an expression names.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

class Objects {
public:
  explicit Objects(SymbolicState &state) : state(state) {}

  /// The object that `expression`, a structure or a pointer to one, stands for; null for `this`.
  /// Nothing for elements of arrays of structures and for what calls return.
  std::optional<const clang::ValueDecl *> objectOf(const clang::Expr *expression);

  /// The variable or member that an expression names.
  std::optional<Name> nameOf(const clang::Expr *expression);

  /// Exchanges what two variables stand for, if they are objects or pointers to them.
  bool swap(const clang::Expr *a, const clang::Expr *b);

private:
  SymbolicState &state;
  std::map<const clang::ValueDecl *, const clang::ValueDecl *>
      owners; // of members that are objects
};

/// Whether it is a structure, or a reference or a pointer to one.
bool isObject(clang::QualType type);

} // namespace stencilc::lift
