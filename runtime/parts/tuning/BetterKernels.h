/// \file Kernels that are compiled while a run is in progress. The run begins with kernels of
/// single time steps, which compile fast. It continues with the better kernels later, and its
/// results have the same bits.
#pragma once

#include "stencilc/Description.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Callback through which a run gets better kernels (faster ones, compiled while it runs). The
/// program provides the callback, because the runtime itself does not start compilers or load
/// compiled kernels.
struct BetterKernels {
  enum class Answer : std::uint8_t { NotYet, Here, Never };
  /// Asks whether the better kernels are ready. Returns `Here` and sets `program` if they are
  /// compiled, `NotYet` if the caller must ask again after some time steps, or `Never`. `program`
  /// stays valid until the run ends. The device may be busy during the call.
  Answer (*look)(void *user, const ProgramDescription *&program) = nullptr;
  void *user = nullptr;
  /// Schedule of the better kernels with its options, as --schedule takes it, for the summary.
  const char *schedule = "";
};

/// Facts about the first part of a run, which used other kernels because the better ones were not
/// compiled yet.
struct FirstKernels {
  const char *schedule = nullptr; // null: all kernels were there from the start
  std::string planned;            // schedule of the better kernels with its options
  std::int64_t steps = -1;        // time steps they computed; -1: the whole run
  /// Seconds that the run took with the first kernels, and afterwards with the better ones. -1 if
  /// the kernels were not replaced.
  double seconds = -1, secondsAfter = -1;
  std::string why; // the reason, if the better kernels were not used
};

} // namespace stencilc::inline STENCILC_SPACE
