/// \file Semantic analysis: checks the syntax tree of a stencil and lowers it to the IR.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <optional>
#include <string>

namespace stencilc::sema {

/// Command-line options that override the precision and arithmetic in the source.
struct SemaOptions {
  std::string sourceName; // file name without folders
  std::optional<ir::ScalarType> storage, compute;
  std::optional<ir::Arithmetic> arithmetic;
};

/// Checks the stencil and lowers it to the IR. The order of operations in the result is canonical
/// (chosen by the compiler), unless the source or the options ask for that of the source. The
/// result passes verifyProgram(). Returns nullopt if an error was reported.
std::optional<ir::Program> analyze(const ast::Stencil &stencil, const SemaOptions &options,
                                   Diagnostics &diags);

} // namespace stencilc::sema
