/// \file What the archives linked here ask for and other machines do not have.
#include "llvm/Plugins/PassPlugin.h"
#include <cstdint>
#include <sys/random.h>

/// Of Polly, an optimiser of loops that Debian's Clang names and keeps in another package. Emitted
/// loops are laid out already: nothing is registered in its place.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "0", [](llvm::PassBuilder &) {}};
}

extern "C" {

/// Of glibc 2.36; used for names of temporary files, of which there are none here.
std::uint32_t arc4random() noexcept {
  std::uint32_t value = 0;
  while (getrandom(&value, sizeof value, 0) != sizeof value)
    ;
  return value;
}

/// Of glibc 2.35; how exceptions find their handlers. LLVM has none: whatever is thrown in this
/// library, for want of memory, ends the program.
int _dl_find_object(void *, void *) noexcept { return -1; }
}
