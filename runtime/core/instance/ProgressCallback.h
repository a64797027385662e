/// \file Calls a function of the library's caller at regular times during a run.
#pragma once

#include "runtime/core/timeline/Event.h"
#include "runtime/core/timeline/Pacer.h"

namespace stencilc::inline STENCILC_SPACE {

/// Calls a function of the library's caller at regular times during a run, and at the end of the
/// run. That function can end the run early.
class ProgressCallback final : public Event {
public:
  /// Sets the function, which is called with `user` about every `wanted` seconds. Null removes the
  /// function. The function itself may call set().
  void set(ProgressFunction called, void *user, double wanted) {
    function = called;
    argument = user;
    seconds = wanted;
    pacer.setSeconds(std::max(wanted, 1e-3));
  }

  Status begin(const RunPoint &point, std::int64_t last) override {
    end = last;
    hasEnded = false;
    pacer.begin(point);
    called = secondsNow();
    return {};
  }
  std::int64_t next(std::int64_t) const override {
    return function ? std::min(pacer.due(), end) : kNever;
  }
  Status happen(const RunPoint &point) override {
    if (Status status = pacer.reached(point); !status)
      return status;
    const double now = secondsNow();
    const bool isDue = now - called >= seconds || point.step == end;
    if (point.engine.fromRoot(isDue) == 0)
      return {};
    called = now;
    const int answer =
        function ? function(argument, point.step - point.first, end - point.first) : 0;
    hasEnded = point.engine.fromRoot(answer) != 0;
    return {};
  }
  bool endsRun() const override { return hasEnded; }

private:
  ProgressFunction function = nullptr;
  void *argument = nullptr;
  double seconds = 0, called = 0; // interval; time of the last call
  Pacer pacer{1};
  std::int64_t end = 0; // of the run
  bool hasEnded = false;
};

} // namespace stencilc::inline STENCILC_SPACE
