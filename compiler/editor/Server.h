/// \file The language server for .stencil files.
#pragma once

#include "editor/Plans.h"
#include "syntax/Imports.h"

namespace stencilc::editor {

/// Callback that returns, for the path of a file, the function that finds the files it imports.
using ImportFinderFor = std::function<syntax::ImportFinder(llvm::StringRef file)>;

/// Answers requests of the Language Server Protocol (3.17) on standard input and output until the
/// editor exits. Returns the exit code: 0 after an orderly shutdown.
int serve(PlanText planText, ImportFinderFor finderFor);

} // namespace stencilc::editor
