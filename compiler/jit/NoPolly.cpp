/// \file Debian's Clang asks for Polly, an optimiser of loops whose archive is another package.
#include "llvm/Plugins/PassPlugin.h"

// Emitted loops are laid out already: nothing is registered in its place.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "0", [](llvm::PassBuilder &) {}};
}
