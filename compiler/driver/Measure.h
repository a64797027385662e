/// \file Building and timing of the plans a search tries.
#pragma once

#include "driver/Place.h"
#include "plan/Plan.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// One plan on its way from text to a time.
struct Trial {
  plan::Plan plan;
  emit::Emitted text;
  std::optional<Built> program; // once built
  std::string problem;          // why there is no measurement
  double measured = 0;          // 1e9 updates per second, from the median of the timed runs
  double spread = 0;            // (slowest - fastest) / median
  double nanojoules = 0;        // of an update; 0: not known
  std::string device;           // as the program names it
  std::string date;             // of the measurement
};

/// Now, as records have it: "2026-03-01T09:30:00Z".
std::string nowText();

/// Builds all trials, `jobs` at a time. The compilers' messages go to files in `folder`; what does
/// not build gets a `problem` with the first of them that says error.
void buildTrials(std::vector<Trial> &trials, const BuildRequest &like, int jobs,
                 const std::string &folder);

/// Runs a built trial with `arguments`, which ask for JSON, at most `seconds` long (0: any time),
/// and fills in what it measured or the `problem`.
void runTrial(Trial &trial, const std::vector<std::string> &arguments, unsigned seconds,
              const std::string &folder);

} // namespace stencilc::driver
