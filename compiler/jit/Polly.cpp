/// \file What the archives linked here ask for and have no use of.
#include "llvm/Plugins/PassPlugin.h"

/// Stands in for Polly, an optimiser of loops that Debian's Clang names and keeps in another
/// package. Emitted loops are laid out already: nothing is registered in its place.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "0", [](llvm::PassBuilder &) {}};
}
