/// \file Executes runs of a built module and compares their results with the interpreter's.
#pragma once

#include "driver/WorkFolder.h"
#include "driver/verify/CaseRun.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::driver {

/// How the runs of a module are executed.
struct Execution {
  std::string launcher; // mpirun; used for several processes
  /// Whether each run is a process of its own that loads the module. Otherwise one process loads
  /// the module and forks once for each run (ForkedRuns.h). GPUs need the former, because a CUDA
  /// context does not survive a fork.
  bool apart = false;
  bool verbose = false; // print the command of each run on standard error
};

/// Executes `runs` of the built module `file`, one after the other. Calls `told` with the index and
/// the outcome of each. Counts compared results and failed runs in `verified`.
void executeRuns(const std::string &file, const std::vector<CaseRun> &runs,
                 const Execution &execution, Verified &verified, Diagnostics &diags,
                 llvm::function_ref<void(std::size_t, const CaseOutcome &)> told);

} // namespace stencilc::driver
