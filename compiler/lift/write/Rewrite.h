/// \file Edits the C file: inserts calls before and after its loops, or replaces the loops by a
/// call.
#pragma once

#include "lift/read/CallSite.h"

namespace stencilc::lift {

/// Returns the text of the C file with its loops replaced by a call of the compiled stencil.
/// Reports a diagnostic and returns `nullopt` if the loops cannot be replaced.
std::optional<std::string> replaceLoops(const LiftedStep &lifted, const Marshalling &hand,
                                        clang::ASTContext &context, const Sources &sources,
                                        Diagnostics &diags);

/// Returns the text of the C file with calls before and after its loops. These calls save the
/// arrays to files, which `--check` compares. Reports a diagnostic and returns `nullopt` if the
/// loops cannot be edited.
std::optional<std::string> watchLoops(const LiftedStep &lifted, const Marshalling &hand,
                                      clang::ASTContext &context, const Sources &sources,
                                      Diagnostics &diags);

} // namespace stencilc::lift
