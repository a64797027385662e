/// \file Imported declarations become part of the stencil, as far as it needs them.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <optional>

namespace stencilc::sema {

/// A stencil with what it needs of its libraries.
struct Linked {
  ast::Stencil stencil;
  std::vector<ast::Import> unused; // which it needs nothing of
};

/// The stencil with those declarations of its libraries before its own that it needs. What they
/// mention is declared in their own files or what these import, or is a name of the language or an
/// axis, so that nothing of the stencil is captured; all else is reported, as are names that are
/// declared twice. Nothing after an error.
std::optional<Linked> withLibraries(const ast::Stencil &stencil, Diagnostics &diags);

} // namespace stencilc::sema
