/// \file The main function of compiled programs, which implements everything that `--help` lists.
#pragma once

#include "runtime/parts/tuning/BetterKernels.h"
#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE {

/// Exit code of a run that the option --stop-at-nan has ended.
inline constexpr int kEndedAtNan = 3;

/// Runs a program with command line arguments. Prints results to standard output, notes and
/// progress to standard error. Returns the exit code: 0 for success, 1 for a user's error, 2 for an
/// internal or device error, 3 for --stop-at-nan. If the kernels of `program` compute single time
/// steps only, `better` may supply faster kernels during the run.
int programMain(const ProgramDescription &program, int argc, const char *const *argv,
                const BetterKernels *better = nullptr);

} // namespace stencilc::inline STENCILC_SPACE
