/// \file Delay of signals that would end the process, while result files are renamed.
#pragma once

#include "stencilc/Version.h"
#include <csignal>
#include <cstddef>

namespace stencilc::inline STENCILC_SPACE {

/// Guard that delays SIGINT, SIGTERM and SIGHUP for all threads of the process during its lifetime.
/// The destructor raises the last delayed signal. Only one such object may exist at a time.
class HeldSignals {
public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals &) = delete;
  HeldSignals &operator=(const HeldSignals &) = delete;

private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction before[3];
};

} // namespace stencilc::inline STENCILC_SPACE
