/// \file The language server: answers an editor's questions about .stencil files.
#pragma once

#include "editor/Plans.h"

namespace stencilc::editor {

/// Speaks the Language Server Protocol (3.17) on standard input and output until the editor says
/// goodbye. Returns the exit code: 0 after an orderly end.
int serve(PlanText planText);

} // namespace stencilc::editor
