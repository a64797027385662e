/// \file What `stencilc verify` says at its end: which schedules ran, which refused and why, and
/// how much was compared.
#pragma once

#include "driver/verify/Ways.h"

namespace stencilc::driver {

/// What became of one program in one precision.
struct Verified {
  std::string program, precision;
  std::vector<ScheduleOn> ran; // built and run, sorted by name, each once
  std::vector<Refusal> refused;
  int arrays = 0, different = 0; // compared; of them and of the reports not equal
  std::size_t reports = 0;
  /// Functions that a GPU, on which something was not equal, rounds in its own way.
  std::vector<std::string> inexact;
  int unfinished = 0; // ways that could not be built and runs that failed: nothing was compared
};

/// Prints it, and what was wrong if something could not be built or run, and returns the exit code.
///
/// "ran: loops, naive" and a line "refused: tile3d (why)" for each that refused, sorted by name.
/// Once if all programs and precisions agree; else each line begins with what it holds for. A
/// schedule that runs on one target only of those it was asked for on is "stream on cpu". One
/// object with --json. Where a GPU was not equal, last which functions it rounds in its own way.
int concludeVerify(const Options &options, const std::vector<Verified> &all, int failures);

} // namespace stencilc::driver
