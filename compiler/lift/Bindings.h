/// \file What the names of a C function stand for while a step is read.
#pragma once

#include "lift/Nest.h"
#include "clang/AST/Decl.h"
#include <map>

namespace stencilc::lift {

/// What a variable stands for: nothing yet (None), or a value that is not followed (Lost).
struct Binding {
  enum Kind { None, Whole, Real, Pointer, Object, Lost } kind = None;
  Polynomial whole = {};
  Value real = {};
  bool isPlain = false; // `real` is not yet a local of its own
  ArrayRead pointer = {};
  Polynomial offset = {}; // of the pointer, in elements of its innermost array
  const clang::ValueDecl *object = nullptr;
  clang::SourceLocation lostAt = {}; // Lost: what gave it a value that is not followed

  bool operator==(const Binding &other) const {
    return kind == other.kind && whole == other.whole && real == other.real &&
           pointer == other.pointer && offset == other.offset && object == other.object;
  }
};

/// A variable, or a member of an object; no variable at all is `this`.
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

/// An array, the first of its indices and the elements that a pointer lies beyond them.
struct PlacedPointer {
  ArrayRead cell;
  Polynomial offset;

  Binding bound() const { return {.kind = Binding::Pointer, .pointer = cell, .offset = offset}; }
};

} // namespace stencilc::lift
