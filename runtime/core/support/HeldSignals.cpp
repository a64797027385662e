/// \file Delays signals by a handler, because a signal mask would delay them for one thread only.
#include "runtime/core/support/HeldSignals.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns a variable with the number of the last signal that was delayed, or 0 if there was none.
static volatile std::sig_atomic_t &heldSignal() {
  static volatile std::sig_atomic_t signal = 0;
  return signal;
}

HeldSignals::HeldSignals() {
  heldSignal() = 0;
  struct sigaction action = {};
  action.sa_handler = [](int signal) { heldSignal() = signal; };
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < 3; ++i)
    if (sigaction(kSignals[i], nullptr, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
      sigaction(kSignals[i], &action, nullptr);
}

HeldSignals::~HeldSignals() {
  for (std::size_t i = 0; i < 3; ++i)
    sigaction(kSignals[i], &before[i], nullptr);
  if (heldSignal() != 0)
    raise(heldSignal());
}

} // namespace stencilc::inline STENCILC_SPACE
