/// \file Definitions of symbols that the linked LLVM archives need but never use.
#include "llvm/Plugins/PassPlugin.h"

/// Replaces the entry of Polly, a loop optimiser. Debian's Clang refers to it, but another package
/// has it. The replacement registers no passes, because emitted loops need none from Polly.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "0", [](llvm::PassBuilder &) {}};
}
