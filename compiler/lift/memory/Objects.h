/// \file Finds the C object whose member an expression names.
#pragma once

#include "lift/read/SymbolicState.h"

namespace stencilc::lift {

/// Finder of the C objects that expressions name.
class Objects {
public:
  explicit Objects(SymbolicState &state) : state(state) {}

  /// Returns the C object that `expression` names or to which it points. For `this`, returns a null
  /// pointer. Returns `nullopt` for elements of arrays of structures and for results of calls.
  std::optional<const clang::ValueDecl *> objectOf(const clang::Expr *expression);

  /// Returns the variable or member that `expression` names. Returns `nullopt` for other
  /// expressions.
  std::optional<Name> nameOf(const clang::Expr *expression);

  /// Exchanges the C objects to which the variables `a` and `b` refer. Returns false and changes
  /// nothing unless both are objects or pointers to objects.
  bool swap(const clang::Expr *a, const clang::Expr *b);

private:
  SymbolicState &state;
  std::map<const clang::ValueDecl *, const clang::ValueDecl *>
      owners; // the outer object of each member that is an object
};

/// Returns true if `type` is a structure, or a reference or pointer to one.
bool isObject(clang::QualType type);

} // namespace stencilc::lift
