/// \file Stops of a run so that signals can end it.
#pragma once

#include "runtime/core/timeline/Event.h"
#include "runtime/core/timeline/Pacer.h"

namespace stencilc::inline STENCILC_SPACE {

/// Stops of a run on a GPU about every 0.2 seconds, so that a signal can end the run. Time steps
/// that a GPU has been given cannot be taken back. Short runs do not stop.
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
