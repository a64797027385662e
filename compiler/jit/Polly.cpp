/// \file Definitions of symbols that the linked archives need but never use.
#include "llvm/Plugins/PassPlugin.h"

/// Replaces Polly, a loop optimiser that Debian's Clang refers to and ships in another package. It
/// registers no passes, because emitted loops need none of Polly's.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "0", [](llvm::PassBuilder &) {}};
}
