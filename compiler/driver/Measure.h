/// \file Compilation and timing of the plans that `stencilc tune` tries.
#pragma once

#include "driver/Place.h"
#include "plan/Plan.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// One plan that `stencilc tune` tries: its code, its compiled program, and its measured rate.
struct Trial {
  plan::Plan plan;
  emit::Emitted text;
  std::optional<Built> program; // after its compilation
  std::string problem;          // why there is no measurement
  double measured = 0;          // 1e9 updates per second, from the median of the timed runs
  double spread = 0;            // (slowest - fastest) / median
  double nanojoules = 0;        // energy per update; 0: not known
  std::string device;           // name of the device, from the program
  std::string date;             // time of the measurement
};

/// Returns the current time in UTC in the format of tuning records: "2026-03-01T09:30:00Z".
std::string nowText();

/// Compiles all trials, `jobs` at a time, with the settings of `like`. Compiler messages go to
/// files in `folder`. A trial that does not compile gets the first error as its `problem`.
void buildTrials(std::vector<Trial> &trials, const BuildRequest &like, int jobs,
                 const std::string &folder);

/// Runs a compiled trial with `arguments`, which must ask for JSON output. The time limit is
/// `seconds`; 0 means none. Stores the measured rate or the `problem` in `trial`.
void runTrial(Trial &trial, const std::vector<std::string> &arguments, unsigned seconds,
              const std::string &folder);

} // namespace stencilc::driver
