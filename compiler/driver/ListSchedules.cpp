/// \file `stencilc --list-schedules`: prints every schedule with its options. The file also has
/// runCommand(), which calls the function of a command.
#include "driver/Driver.h"
#include "driver/PrecisionCost.h"
#include "plan/Schedule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

int listSchedulesCommand(const Options &) {
  for (const plan::Schedule *schedule : plan::allSchedules()) {
    llvm::outs() << llvm::left_justify(schedule->name(), 12)
                 << llvm::left_justify(schedule->targets(), 11) << schedule->summary() << "\n";
    for (const plan::OptionSpec &option : schedule->options()) {
      llvm::outs() << "            " << llvm::left_justify(option.key, 10) << option.meaning;
      if (!option.values.empty())
        llvm::outs() << " (" << llvm::join(option.values, ", ") << ")";
      llvm::outs() << "\n";
    }
  }
  return kFine;
}

int runCommand(const Options &options) {
  switch (options.command) {
  case Command::Compile:
    return compileCommand(options);
  case Command::Run:
    return runProgramCommand(options);
  case Command::Explain:
    return explainCommand(options);
  case Command::Tune:
    return tuneCommand(options);
  case Command::Verify:
    return options.against.empty() ? verifyCommand(options) : precisionCostCommand(options);
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
