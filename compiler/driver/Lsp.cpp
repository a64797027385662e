/// \file `stencilc lsp`: the language server.
#include "driver/Driver.h"
#include "editor/Server.h"

namespace stencilc::driver {

int lspCommand() { return editor::serve(); }

} // namespace stencilc::driver
