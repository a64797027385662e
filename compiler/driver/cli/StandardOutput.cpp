/// \file Failed writes to standard output, checked at the end of a command.
#include "driver/cli/StandardOutput.h"
#include "driver/Driver.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

int endOutput(int code) {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return code;
  llvm::errs() << "stencilc: error: cannot write standard output: "
               << llvm::outs().error().message() << "\n";
  llvm::outs().clear_error(); // otherwise LLVM ends the process when the stream is destroyed
  return code == kFine ? kUserError : code;
}

} // namespace stencilc::driver
