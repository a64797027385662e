/// \file `stencilc lift FILE`: starts `stencilc-lift`, which lies beside this tool and is linked
/// with Clang.
#include "driver/Driver.h"
#include "support/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace stencilc::driver {

int liftCommand(const Options &options) {
  static int anchor; // an address in this program
  llvm::SmallString<128> tool(llvm::sys::fs::getMainExecutable(nullptr, &anchor));
  llvm::sys::path::remove_filename(tool);
  llvm::sys::path::append(tool, "stencilc-lift");
  std::vector<llvm::StringRef> command{tool};
  command.insert(command.end(), options.liftArguments.begin(), options.liftArguments.end());
  std::string error;
  const int code = llvm::sys::ExecuteAndWait(tool, command, std::nullopt, {}, 0, 0, &error);
  if (code >= 0)
    return code;
  llvm::SourceMgr sources;
  Diagnostics(sources, llvm::errs()).report(diag::ProgramDied, "stencilc-lift", error);
  return kOurError;
}

} // namespace stencilc::driver
