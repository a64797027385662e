/// \file Signals that ask for the end, held back while results get their names.
#pragma once

#include "stencilc/Version.h"
#include <csignal>
#include <cstddef>

namespace stencilc::inline STENCILC_SPACE {

/// While one of these lives, SIGINT, SIGTERM and SIGHUP are remembered, for all threads of the
/// process; at its end the last one arrives as it would have. One at a time.
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
