/// \file Runs of a built module, executed and compared with the interpreter.
#pragma once

#include "driver/WorkFolder.h"
#include "driver/verify/CaseRun.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::driver {

/// How modules are executed.
struct Execution {
  std::string launcher; // mpirun, for runs of several processes
  /// Each run in a process of its own that loads the module; else all runs of a module are copies
  /// of one process (ForkedRuns.h). A GPU's context cannot be copied.
  bool apart = false;
  bool verbose = false; // each run's command goes to standard error
};

/// Executes `runs` of the built module `file`, one after the other, and calls `told` with each
/// run's place in `runs` and outcome. Counts in `verified` what was compared, and runs that ended
/// with an error.
void executeRuns(const std::string &file, const std::vector<CaseRun> &runs,
                 const Execution &execution, Verified &verified, Diagnostics &diags,
                 llvm::function_ref<void(std::size_t, const CaseOutcome &)> told);

} // namespace stencilc::driver
