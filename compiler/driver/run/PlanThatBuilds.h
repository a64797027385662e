/// \file Builds the program of a run. If a compiler crashes on the chosen plan, another plan is
/// built.
#pragma once

#include "driver/run/Place.h"
#include "driver/run/PlannedKernels.h"

namespace stencilc::driver {

/// The build of a run: the request for the kernels of its plan, and the program that was built.
struct RunBuild {
  BuildRequest request;
  std::optional<PlannedKernels> planned; // set if `built` has only the first kernels of the run
  std::optional<Built> built;
};

/// Emits and builds the planned program of `line`, and stores it in `run`. If a compiler crashes on
/// it and the user did not give --schedule, prints a note and builds the best plan of another
/// schedule. All plans compute the same bits. Returns false after it has reported an error.
bool buildRun(const Options &options, Pipeline &line, const RunPlace &place, RunBuild &run);

} // namespace stencilc::driver
