/// \file Adds the imported declarations that a stencil uses to its own ones.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <optional>

namespace stencilc::sema {

/// A stencil together with the declarations of imported files that it needs.
struct Linked {
  ast::Stencil stencil;
  std::vector<ast::Import> unused; // imports of which the stencil needs nothing
};

/// Returns the stencil with the imported declarations that it needs placed before its own. A name
/// in an imported file must be an axis, a word of the language, or declared in that file or in its
/// imports. An imported file therefore cannot use names of the stencil. Reports all other names and
/// duplicate declarations. Returns nullopt after an error.
std::optional<Linked> withLibraries(const ast::Stencil &stencil, Diagnostics &diags);

} // namespace stencilc::sema
