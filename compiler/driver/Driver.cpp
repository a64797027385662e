/// \file Calls the function of the command that the user has given.
#include "driver/Driver.h"
#include "driver/verify/PrecisionCost.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::driver {

int runCommand(const Options &options) {
  switch (options.command) {
  case Command::Compile:
    return compileCommand(options);
  case Command::New:
    return newCommand(options);
  case Command::Run:
    return runProgramCommand(options);
  case Command::Explain:
    return explainCommand(options);
  case Command::Tune:
    return tuneCommand(options);
  case Command::Verify:
    return options.verify.against.empty() ? verifyCommand(options) : precisionCostCommand(options);
  case Command::Build:
    return buildProgramsCommand(options);
  case Command::Lift:
    return liftCommand(options);
  case Command::Probe:
    return probeCommand(options);
  case Command::Mpi:
    return mpiCommand(options);
  case Command::Lsp:
    return lspCommand(options);
  case Command::Format:
    return formatCommand(options);
  case Command::Doctor:
    return doctorCommand(options);
  case Command::Completions:
    return completionsCommand(options);
  case Command::Manual:
    return manualCommand(options);
  case Command::Version:
    return versionCommand(options);
  case Command::ListSchedules:
    return listSchedulesCommand(options);
  }
  llvm_unreachable("command without a function");
}

} // namespace stencilc::driver
