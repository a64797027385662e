/// \file The dialect (target language) C++ for the host. It has no kernels and no threads.
#include "emit/Dialect.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::emit {

static std::string kernelHead(const kernel::LaunchBounds &) {
  llvm_unreachable("the host has no kernels");
}

static std::string thread(kernel::Builtin, int) {
  llvm_unreachable("the host has no threads of a block");
}

static std::vector<std::string> launch(const LaunchText &) {
  llvm_unreachable("the host launches nothing");
}

const Dialect &cppDialect() {
  static const Dialect dialect{.words = "",
                               .isHost = true,
                               .kernelHead = kernelHead,
                               .helperHead = "",
                               .always = "inline ",
                               .hostBegin = "",
                               .hostEnd = "",
                               .outOfCoreHeader = "",
                               .outOfCoreMembers = "",
                               .receiverHeader = "",
                               .receiverFunction = "",
                               .thread = thread,
                               .shared = "",
                               .constant = "const ",
                               .unrolled = "#pragma GCC unroll 64",
                               .unrolledBy = "#pragma GCC unroll ",
                               .launch = launch};
  return dialect;
}

} // namespace stencilc::emit
