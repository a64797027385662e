/// \file The program around emitted code: programMain() does everything `--help` lists.
#pragma once

#include "stencilc/BetterKernels.h"
#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE {

/// The exit code of a run that --stop-at-nan has ended.
inline constexpr int kEndedAtNan = 3;

/// Exit codes: 0 fine, 1 the user's error, 2 ours or the device's, 3 as above. Results to standard
/// output, notes and progress to standard error. Never throws for a reason of its own. Where
/// `better` kernels will come, and `program` has single steps alone, the run goes over to them.
int programMain(const ProgramDescription &program, int argc, const char *const *argv,
                const BetterKernels *better = nullptr);

} // namespace stencilc::inline STENCILC_SPACE
