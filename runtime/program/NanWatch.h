/// \file Implementation of the option --stop-at-nan, which ends a run when a cell has become NaN or
/// infinite.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/files/FieldStatistics.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Check of the fields of a run for NaN and infinity, before the first time step and then at an
/// interval.
class NanWatch {
public:
  /// Creates a check every `every` time steps; 0 disables it.
  explicit NanWatch(std::int64_t every) : every(every) {}

  /// Returns the number of time steps before the next check for NaN, at most `batch`. The run has
  /// done `done` steps.
  std::int64_t nextBatch(std::int64_t done, std::int64_t batch) const {
    return every > 0 ? std::min(batch, every - done % every) : batch;
  }

  /// Checks the fields for NaN and infinity if a check is due after `done` time steps. All
  /// processes of a run must call it.
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

  /// Returns the message that the run has ended after `steps` time steps because a field has NaN or
  /// infinity. The message is empty if no check has found any.
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
