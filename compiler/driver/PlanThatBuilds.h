/// \file A run's module, of the best plan that compilers do not crash on.
#pragma once

#include "driver/Place.h"
#include "driver/PlannedKernels.h"

namespace stencilc::driver {

/// What a run is compiled from and into.
struct RunBuild {
  BuildRequest request;
  std::optional<PlannedKernels> planned; // where it begins with single steps
  std::optional<Built> built;
};

/// Emits what `line` has planned and builds it. Where a compiler crashes on that and nobody asked
/// for a schedule, the best plan of another schedule takes its place, with a note: all give the
/// same bits. False after a report.
bool buildRun(const Options &options, Pipeline &line, const RunPlace &place, RunBuild &run);

} // namespace stencilc::driver
