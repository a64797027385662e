/// \file A run from the command line that is one of several processes.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Summary.h"
#include "stencilc/ranks/Ranks.h"

namespace stencilc::inline STENCILC_SPACE {

/// The words of a command line that are to be the same in all processes of a run.
std::string comparedWords(int argc, const char *const *argv);

/// Joins the other processes that were started for this run, and finds devices for this one;
/// `ranks` stays null where there is one alone.
Status becomeRank(const ProgramDescription &program, ProgramArguments &arguments,
                  std::unique_ptr<Ranks> &ranks);

/// Refuses to go on if the others were started for another run: another version of stencilc,
/// program, schedule, size, parameters, steps or options.
Status compareRuns(Ranks &ranks, const ProgramDescription &program,
                   const ProgramArguments &arguments, const Summary &run, std::int64_t steps);

/// Memory and energy of all processes together, and the wait of the one that waited longest.
Status joinSummaries(Ranks &ranks, Summary &summary);

} // namespace stencilc::inline STENCILC_SPACE
