/// \file Finds the object whose member a C expression names.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

class Objects {
public:
  explicit Objects(SymbolicState &state) : state(state) {}

  /// Returns the object that `expression` names or points to; null inside the optional for `this`.
  /// Returns `nullopt` for elements of arrays of structures and results of calls.
  std::optional<const clang::ValueDecl *> objectOf(const clang::Expr *expression);

  /// Returns the variable or member that `expression` names; `nullopt` for any other expression.
  std::optional<Name> nameOf(const clang::Expr *expression);

  /// Exchanges the objects that the variables `a` and `b` stand for. Returns false, with no effect,
  /// if they are no objects or pointers to objects.
  bool swap(const clang::Expr *a, const clang::Expr *b);

private:
  SymbolicState &state;
  std::map<const clang::ValueDecl *, const clang::ValueDecl *>
      owners; // the outer object of each member that is an object
};

/// Returns whether `type` is a structure, or a reference or pointer to one.
bool isObject(clang::QualType type);

} // namespace stencilc::lift
