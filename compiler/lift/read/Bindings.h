/// \file The symbolic values of C variables while the lifter reads a time step.
#pragma once

#include "lift/Nest.h"
#include "clang/AST/Decl.h"
#include <map>

namespace stencilc::lift {

/// The symbolic value of a C variable: an integer polynomial (Whole), a floating-point value
/// (Real), a pointer into an array, or a structure (Object). None means that the variable has no
/// value yet. Lost means that it was changed in a way that the lifter cannot follow.
struct Binding {
  enum Kind { None, Whole, Real, Pointer, Object, Lost } kind = None;
  Polynomial whole = {};
  Value real = {};
  bool isPlain = false; // the local variable has no `let` in the stencil yet
  ArrayRead pointer = {};
  /// Distance of the C pointer from the start of the array that the member `pointer` selects by its
  /// leading indices, in elements of this array. Example: for `&u[2][3]`, `pointer` is `u[2]` and
  /// `offset` is 3.
  Polynomial offset = {};
  const clang::ValueDecl *object = nullptr;
  clang::SourceLocation lostAt = {}; // Lost: the code that gave the unknown value

  bool operator==(const Binding &other) const {
    return kind == other.kind && whole == other.whole && real == other.real &&
           pointer == other.pointer && offset == other.offset && object == other.object;
  }
};

/// Key for a C variable, or for a member of a C object. `object` is null for a variable. Both
/// pointers are null for `this`.
struct Name {
  const clang::ValueDecl *object = nullptr, *variable = nullptr;

  Name(const clang::ValueDecl *variable) : variable(variable) {}
  Name(const clang::ValueDecl *object, const clang::ValueDecl *member)
      : object(object), variable(member) {}
  bool operator<(const Name &other) const {
    return std::pair(object, variable) < std::pair(other.object, other.variable);
  }
};
using Bindings = std::map<Name, Binding>;

/// A C pointer into an array. `cell` has the leading indices. `offset` is the distance from that
/// cell, in elements.
struct PlacedPointer {
  ArrayRead cell;
  Polynomial offset;

  Binding bound() const { return {.kind = Binding::Pointer, .pointer = cell, .offset = offset}; }
};

} // namespace stencilc::lift
