/// \file What a text declares, and where it uses that.
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

struct DeclaredName {
  std::string text;
  NameKind kind;
  llvm::SMRange declared;  // the name itself
  llvm::SMRange statement; // all that declares it; an argument is known in there alone
};

/// In the order of their declarations.
std::vector<DeclaredName> declaredNames(const ast::Stencil &stencil);

/// A place of a declared name in the text; without one, null.
struct NameAt {
  const DeclaredName *name = nullptr;
  llvm::SMRange range;
};

/// Where `names` stand, declarations among them, in the order of the text.
std::vector<NameAt> placesOf(const ast::Stencil &stencil, const std::vector<DeclaredName> &names);

} // namespace stencilc::editor
