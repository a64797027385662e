/// \file Executes runs of a built program and compares their results with the interpreter's.
#pragma once

#include "driver/process/WorkFolder.h"
#include "driver/verify/CaseRun.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::driver {

/// Options by which `stencilc verify` executes the runs of a built program.
struct Execution {
  std::string launcher; // mpirun; used for several processes
  /// True if each run is a process of its own that loads the program. False if one process loads it
  /// once, and forked copies of that process execute the runs (ForkedRuns.h). On a GPU it must be
  /// true, because a CUDA context does not survive a fork.
  bool apart = false;
  bool verbose = false; // print the command of each run on standard error
};

/// Executes `runs` of the built program `file`, one after the other. After each run calls `told`
/// with its index and its outcome. Counts compared results and failed runs in `verified`.
void executeRuns(const std::string &file, const std::vector<CaseRun> &runs,
                 const Execution &execution, Verified &verified, Diagnostics &diags,
                 llvm::function_ref<void(std::size_t, const CaseOutcome &)> told);

} // namespace stencilc::driver
