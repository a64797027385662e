/// \file Decides whether messages are coloured.
#include "support/Colours.h"
#include "llvm/Support/Process.h"
#include <cstdlib>

namespace stencilc {

bool wantsColours() {
  const char *noColor = std::getenv("NO_COLOR");
  return (!noColor || !*noColor) && llvm::sys::Process::StandardErrHasColors();
}

} // namespace stencilc
