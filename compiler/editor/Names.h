/// \file Names that a .stencil file declares, and the positions at which it uses them.
#pragma once

#include "editor/Document.h"

namespace stencilc::editor {

enum class NameKind {
  Stencil,
  Axis,
  Constant,
  Parameter,
  Field,
  Neighbourhood,
  Coefficient,
  Function,
  Argument,
  Let,
  Region,
  Report,
  Timestep,
  Series,
  Global,
  Source,
  Receiver
};

/// A name that a program declares, with the position of its declaration.
struct DeclaredName {
  std::string text;
  NameKind kind;
  llvm::SMRange declared;  // the name itself
  llvm::SMRange statement; // the whole declaration; an argument is visible only in it
};

/// Returns the names that a program declares, in the order of their declarations.
std::vector<DeclaredName> declaredNames(const ast::Stencil &stencil);

/// An occurrence of a declared name in the text. `name` is null if no name was found.
struct NameAt {
  const DeclaredName *name = nullptr;
  llvm::SMRange range;
};

/// Returns all occurrences of `names` in the program, declarations included, in the order of the
/// text.
std::vector<NameAt> placesOf(const ast::Stencil &stencil, const std::vector<DeclaredName> &names);

} // namespace stencilc::editor
