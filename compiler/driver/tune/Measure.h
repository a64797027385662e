/// \file Builds and times the plans that `stencilc tune` tries.
#pragma once

#include "driver/run/Place.h"
#include "plan/interface/Plan.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// One plan that `stencilc tune` tries: its code, its built program, and its measured rate.
struct Trial {
  plan::Plan plan;
  emit::Emitted text;
  std::optional<Built> program; // empty until built
  std::string problem;          // why nothing was measured; empty if fine
  double measured = 0;          // 1e9 updates per second, from the median of the timed runs
  double spread = 0;            // (slowest - fastest) / median
  double nanojoules = 0;        // energy per update; 0: unknown
  std::string device;           // name of the device that was used
  std::string date;             // of the measurement, as nowText() returns it
};

/// Returns the current time in UTC as text: "2026-03-01T09:30:00Z".
std::string nowText();

/// Builds all plans that `stencilc tune` tries, `jobs` at a time. `like` has the settings that all
/// builds share. The output of compilers goes to files in `folder`. If a plan cannot be built, its
/// `problem` is the first error message.
void buildTrials(std::vector<Trial> &trials, const BuildRequest &like, int jobs,
                 const std::string &folder);

/// Runs a built plan of `stencilc tune` and stores the measured rate, or the reason of a failure as
/// its `problem`. `arguments` must ask for JSON output. `seconds` is the time limit; 0 means none.
/// Output goes to files in `folder`.
void runTrial(Trial &trial, const std::vector<std::string> &arguments, unsigned seconds,
              const std::string &folder);

} // namespace stencilc::driver
