/// \file Event at which a run on a GPU waits for its time steps, so that a signal such as SIGINT
/// can end the run.
#pragma once

#include "runtime/core/timeline/Event.h"
#include "runtime/core/timeline/Pacer.h"

namespace stencilc::inline STENCILC_SPACE {

/// Event at which a run on a GPU waits for its time steps, about every 0.2 seconds. So a signal can
/// end the run soon, although launches that a GPU has been given cannot be taken back. The event
/// first happens after 96 time steps or more.
class SignalStops final : public Event {
public:
  /// Creates an event at which the run waits for its time steps, so that a signal can end the run.
  /// With `areWanted` false, the event never happens.
  explicit SignalStops(bool areWanted) : areWanted(areWanted) {}

  Status begin(const RunPoint &point, std::int64_t) override {
    pacer.begin(point);
    return {};
  }
  std::int64_t next(std::int64_t) const override { return areWanted ? pacer.due() : kNever; }
  Status happen(const RunPoint &point) override { return pacer.reached(point); }

private:
  bool areWanted;
  Pacer pacer{0.2, 96};
};

} // namespace stencilc::inline STENCILC_SPACE
