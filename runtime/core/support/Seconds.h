/// \file Measures elapsed time with the monotonic clock.
#pragma once

#include "stencilc/Version.h"
#include <ctime>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the time in seconds on a clock that never jumps, counted from an arbitrary origin.
inline double secondsNow() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now); // the clock of std::chrono::steady_clock
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Sets a number to the seconds for which this object has existed, when it is destroyed.
class SecondsIn {
public:
  explicit SecondsIn(double &seconds) : seconds(seconds), start(secondsNow()) {}
  SecondsIn(const SecondsIn &) = delete;
  SecondsIn &operator=(const SecondsIn &) = delete;
  ~SecondsIn() { seconds = secondsNow() - start; }

private:
  double &seconds;
  const double start;
};

} // namespace stencilc::inline STENCILC_SPACE
