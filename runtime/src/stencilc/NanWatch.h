/// \file The option --stop-at-nan, which ends a run after the time step that makes a cell NaN or
/// infinite.
#pragma once

#include "stencilc/FieldStatistics.h"
#include "stencilc/Instance.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// The check of the fields of a run for NaN and infinity, before the first time step and at an
/// interval.
class NanWatch {
public:
  /// Sets the number of time steps between two checks; 0 disables them.
  explicit NanWatch(std::int64_t every) : every(every) {}

  /// Returns the number of time steps before the next check for NaN, at most `batch`. The run has
  /// done `done` steps.
  std::int64_t nextBatch(std::int64_t done, std::int64_t batch) const {
    return every > 0 ? std::min(batch, every - done % every) : batch;
  }

  /// Checks the fields for NaN and infinity if that is due after `done` time steps. All processes
  /// of a run must call it.
  Status look(Instance &instance, std::int64_t done) {
    if (every == 0 || done % every != 0)
      return {};
    std::vector<FieldStatistics> all;
    Status status = lookAtFields(instance, all);
    std::int64_t bad = 0;
    for (const FieldStatistics &field : all)
      bad += field.isFinite() ? 0 : 1;
    isFound = status && instance.itsEngine().fromRoot(bad) > 0;
    return status;
  }
  bool hasFound() const { return isFound; }

  /// Returns the message that the run has ended after `steps` time steps because a field is not
  /// finite. It is empty if it ended for another reason.
  std::string text(const std::vector<FieldStatistics> &fields, std::int64_t steps) const {
    for (const FieldStatistics &field : fields)
      if (isFound && !field.isFinite())
        return stoppedText(field, steps);
    return "";
  }

private:
  std::int64_t every;
  bool isFound = false;
};

} // namespace stencilc::inline STENCILC_SPACE
