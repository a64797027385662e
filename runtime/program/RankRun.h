/// \file Joins the processes (ranks) that share the domain of a run, and checks that all run the
/// same program.
#pragma once

#include "runtime/parts/ranks/Ranks.h"
#include "runtime/program/Arguments.h"
#include "runtime/program/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the part of the command line that must be the same in all processes of a run. It lacks
/// --devices, --threads, --started, -q and -v, and values that contain a slash, because paths may
/// differ.
std::string comparedWords(int argc, const char *const *argv);

/// Joins the other processes that were started for this run, sets `ranks` to all of them, and
/// chooses devices for this process. `ranks` stays null if there is only one process.
Status becomeRank(const ProgramDescription &program, ProgramArguments &arguments,
                  std::unique_ptr<Ranks> &ranks);

/// Fails if processes of a run differ in version of stencilc, program, schedule, size, parameters,
/// steps or options. All processes must call it.
Status compareRuns(Ranks &ranks, const ProgramDescription &program,
                   const ProgramArguments &arguments, const Summary &run, std::int64_t steps);

/// Replaces memory, energy and copied bytes in `summary` by the sums over all processes, and the
/// waiting time by the longest one. All processes must call it.
Status joinSummaries(Ranks &ranks, Summary &summary);

} // namespace stencilc::inline STENCILC_SPACE
