/// \file Finds the object whose member a C expression names.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

/// Finds the C objects that expressions name.
class Objects {
public:
  explicit Objects(SymbolicState &state) : state(state) {}

  /// Returns the C object that `expression` names or points to. The result holds a null pointer for
  /// `this`. Returns `nullopt` for elements of arrays of structures and for results of calls.
  std::optional<const clang::ValueDecl *> objectOf(const clang::Expr *expression);

  /// Returns the variable or member that `expression` names; `nullopt` for any other expression.
  std::optional<Name> nameOf(const clang::Expr *expression);

  /// Exchanges the C objects that the variables `a` and `b` stand for. Returns false, without an
  /// effect, unless both are objects or pointers to objects.
  bool swap(const clang::Expr *a, const clang::Expr *b);

private:
  SymbolicState &state;
  std::map<const clang::ValueDecl *, const clang::ValueDecl *>
      owners; // the outer object of each member that is an object
};

/// Returns whether `type` is a structure, or a reference or pointer to one.
bool isObject(clang::QualType type);

} // namespace stencilc::lift
