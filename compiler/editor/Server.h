/// \file The language server: answers an editor's questions about .stencil files.
#pragma once

#include "editor/Plans.h"
#include "syntax/Imports.h"

namespace stencilc::editor {

/// How the file with a path finds what it imports.
using ImportFinderFor = std::function<syntax::ImportFinder(llvm::StringRef file)>;

/// Speaks the Language Server Protocol (3.17) on standard input and output until the editor says
/// goodbye. Returns the exit code: 0 after an orderly end.
int serve(PlanText planText, ImportFinderFor finderFor);

} // namespace stencilc::editor
