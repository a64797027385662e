/// \file Ctrl-C as a question that long work asks, so that what has been done is kept.
#pragma once

#include <csignal>

namespace stencilc::driver {

/// While one of these lives, an interrupt (SIGINT) or a request to end (SIGTERM) does not end the
/// program but is remembered. Programs that were started get the terminal's interrupt themselves.
/// One at a time.
class Interruptible {
public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible &) = delete;
  Interruptible &operator=(const Interruptible &) = delete;

  /// Whether there was one since the object was made; may be asked from any thread.
  static bool wasInterrupted();

private:
  struct sigaction interrupt, terminate; // what was in force before
};

} // namespace stencilc::driver
