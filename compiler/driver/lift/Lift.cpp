/// \file `stencilc lift FILE`: starts the program `stencilc-lift`, which is linked with Clang. With
/// `--check`, this process then compares the C function with the lifted program. With `--cuda`, it
/// writes a library and a Makefile from the files of `stencilc-lift`.
#include "driver/Driver.h"
#include "driver/lift/LiftParts.h"
#include "library/OwnTool.h"
#include "support/Diagnostics.h"
#include "llvm/Support/Program.h"

namespace stencilc::driver {

int liftCommand(const Options &options) {
  const LiftArguments arguments = sortLiftArguments(options.tool.liftArguments);
  if (arguments.isCheck || !arguments.target.empty()) {
    llvm::SourceMgr sources;
    Diagnostics diags(sources, llvm::errs(), llvm::errs().has_colors());
    return arguments.isCheck ? checkLifted(arguments, diags) : writeDropIn(arguments, diags);
  }
  const std::string tool = library::fromTool("stencilc-lift");
  std::vector<llvm::StringRef> command{tool};
  command.insert(command.end(), options.tool.liftArguments.begin(),
                 options.tool.liftArguments.end());
  std::string error;
  const int code = llvm::sys::ExecuteAndWait(tool, command, std::nullopt, {}, 0, 0, &error);
  if (code >= 0)
    return code;
  llvm::SourceMgr sources;
  Diagnostics(sources, llvm::errs()).report(diag::ProgramDied, "stencilc-lift", error);
  return kOurError;
}

} // namespace stencilc::driver
