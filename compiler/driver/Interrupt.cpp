/// \file Ctrl-C as a question that long work asks, so that what has been done is kept.
#include "driver/Interrupt.h"
#include <atomic>

namespace stencilc::driver {

/// The one thing a signal handler can reach.
static std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

Interruptible::Interruptible() {
  interrupted = false;
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted = true; };
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &interrupt);
  sigaction(SIGTERM, &action, &terminate);
}

Interruptible::~Interruptible() {
  sigaction(SIGINT, &interrupt, nullptr);
  sigaction(SIGTERM, &terminate, nullptr);
}

bool Interruptible::wasInterrupted() { return interrupted; }

} // namespace stencilc::driver
