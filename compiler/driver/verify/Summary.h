/// \file Final summary of `stencilc verify`: which schedules ran, which schedules refused a program
/// and why, and how many results were compared.
#pragma once

#include "driver/verify/Ways.h"

namespace stencilc::driver {

/// Result of verifying one program in one precision.
struct Verified {
  std::string program, precision;
  std::vector<ScheduleOn> ran; // built and run, without duplicates
  std::vector<Refusal> refused;
  int arrays = 0, different = 0; // numbers of compared arrays, and of runs that differ
  std::size_t reports = 0;
  /// Functions of the program, such as `exp`, that GPU and host round differently. The list is
  /// empty unless results differ on a GPU.
  std::vector<std::string> inexact;
  int unfinished = 0; // number of failed builds and runs; nothing was compared
};

/// Prints the summary of `stencilc verify` and returns its exit code. `failures` is the number of
/// programs with a difference or an error.
///
/// The summary has a line "ran: loops, naive", and a line "refused: tile3d (why)" for each schedule
/// that cannot run a program. Lines that all programs and precisions share are printed once; others
/// begin with the name of the program or precision. A schedule that ran on only one of its targets
/// is printed as "stream on cpu". With --json it prints one object.
int concludeVerify(const Options &options, const std::vector<Verified> &all, int failures);

} // namespace stencilc::driver
