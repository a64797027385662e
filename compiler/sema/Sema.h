/// \file From the tree of a `.stencil` file to a checked program.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <optional>
#include <string>

namespace stencilc::sema {

/// Choices of the command line that win over the source.
struct SemaOptions {
  std::string sourceName; // without folders
  std::optional<ir::ScalarType> storage, compute;
  std::optional<ir::Arithmetic> arithmetic;
};

/// Checks the stencil and lowers it to the IR, in canonical order unless the source or the options
/// ask for written arithmetic. Nothing if an error was reported; the result passes verifyProgram.
std::optional<ir::Program> analyze(const ast::Stencil &stencil, const SemaOptions &options,
                                   Diagnostics &diags);

} // namespace stencilc::sema
