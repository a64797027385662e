/// \file Semantic analysis: from the syntax tree of a stencil to a checked program.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <optional>
#include <string>

namespace stencilc::sema {

/// Command-line options that override the source.
struct SemaOptions {
  std::string sourceName; // file name without folders
  std::optional<ir::ScalarType> storage, compute;
  std::optional<ir::Arithmetic> arithmetic;
};

/// Checks the stencil and lowers it to the IR, in canonical arithmetic unless the source or the
/// options ask for written arithmetic. Returns nullopt if an error was reported. The result passes
/// verifyProgram.
std::optional<ir::Program> analyze(const ast::Stencil &stencil, const SemaOptions &options,
                                   Diagnostics &diags);

} // namespace stencilc::sema
