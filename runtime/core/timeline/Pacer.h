/// \file Converts a wanted number of seconds between two events of a run into a number of time
/// steps.
#pragma once

#include "runtime/core/support/Seconds.h"
#include "runtime/core/timeline/Event.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Chooses the time steps after which a repeated event happens, so that about `seconds` pass
/// between two times. The number of steps between them grows from one, at most eightfold each time,
/// until the duration of a step is known.
class Pacer {
public:
  /// Creates the pace of an event that happens about every `seconds` seconds, for the first time
  /// after `first` time steps.
  explicit Pacer(double seconds, std::int64_t first = 1) : seconds(seconds), first(first) {}

  /// Starts the clock at the time step of `point`.
  void begin(const RunPoint &point) {
    from = point.step;
    batch = std::max(first, point.engine.stepsAtOnce());
    began = secondsNow();
  }
  void setSeconds(double wanted) { seconds = wanted; }
  /// Returns the number of the time step after which the event happens next.
  std::int64_t due() const { return from > INT64_MAX - batch ? INT64_MAX : from + batch; }
  /// Waits for the time step of `point`, and chooses the number of steps until the event happens
  /// next. All processes of a run must call this function, because they agree on the number.
  Status reached(const RunPoint &point) {
    if (Status status = point.engine.synchronize(point.stream); !status)
      return status;
    // A multiple of most numbers of fused steps, so that no remainder steps are left.
    constexpr std::int64_t kTogether = 12;
    constexpr double kFaster = 8;
    const double now = secondsNow(), done = double(std::max<std::int64_t>(1, point.step - from));
    const double wanted = done * seconds / std::max(now - began, 1e-9);
    const std::int64_t steps = std::int64_t(std::min(wanted, kFaster * done));
    const std::int64_t atOnce = point.engine.stepsAtOnce(),
                       each = steps > kTogether ? kTogether : 1;
    const std::int64_t unit = atOnce > 1 ? atOnce : each;
    batch = point.engine.fromRoot(std::max(atOnce, steps - steps % unit));
    from = point.step;
    began = now;
    return {};
  }

private:
  double seconds;
  std::int64_t first, batch = 1, from = 0; // steps to the next time; steps done at the last one
  double began = 0;                        // time of the last one
};

} // namespace stencilc::inline STENCILC_SPACE
