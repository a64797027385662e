/// \file Kernels that are compiled while a run is in progress. The run begins with kernels of
/// single time steps, which compile fast. It continues with the better kernels later, and its
/// results have the same bits.
#pragma once

#include "stencilc/Description.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Callback that supplies better kernels to a run. The program provides it, because the runtime
/// starts no compilers and opens no modules.
struct BetterKernels {
  enum class Answer : std::uint8_t { NotYet, Here, Never };
  /// Returns `Here` and sets `program` if the better kernels have been compiled. Returns NotYet if
  /// it must be called again after some time steps, or `Never`. `program` must outlive the run. The
  /// device may be busy during the call.
  Answer (*look)(void *user, const ProgramDescription *&program) = nullptr;
  void *user = nullptr;
};

/// First part of a run that began before all of its kernels were compiled.
struct FirstKernels {
  const char *schedule = nullptr; // null: all kernels were there from the start
  std::int64_t steps = -1;        // time steps they computed; -1: the whole run
  /// Seconds that the first kernels took, and that the later, better kernels took.
  double seconds = -1, secondsAfter = -1;
  std::string why; // the reason, if the better kernels were not used
};

} // namespace stencilc::inline STENCILC_SPACE
