/// \file Implementation of the option --stop-at-nan, which ends a run when a cell has become NaN or
/// infinite.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/files/FieldStatistics.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Check of the fields of a run for NaN and infinity, before the first time step and then at an
/// interval. Ends the run if it finds any.
class NanWatch final : public Event {
public:
  /// Creates a check every `every` time steps; 0 disables it.
  explicit NanWatch(std::int64_t every) : every(every) {}
  void lookAt(Instance &simulation) { instance = &simulation; }

  Status begin(const RunPoint &point, std::int64_t) override {
    first = point.step;
    return every > 0 ? happen(point) : Status();
  }
  std::int64_t next(std::int64_t step) const override {
    return every > 0 ? first + nextMultiple(step - first, every) : kNever;
  }
  Status happen(const RunPoint &point) override {
    std::vector<FieldStatistics> all;
    Status status = lookAtFields(*instance, all);
    std::int64_t bad = 0;
    for (const FieldStatistics &field : all)
      bad += field.isFinite() ? 0 : 1;
    isFound = status && point.engine.fromRoot(bad) > 0;
    return status;
  }
  bool endsRun() const override { return isFound; }
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
  std::int64_t every, first = 0; // interval; number of the step before the run
  Instance *instance = nullptr;
  bool isFound = false;
};

} // namespace stencilc::inline STENCILC_SPACE
