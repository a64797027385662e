/// \file `--stop-at-nan`: ends a run after the step that makes a cell NaN or infinite.
#pragma once

#include "stencilc/FieldStatistics.h"
#include "stencilc/Instance.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Looks at the fields before the first step and after every so many steps.
class NanWatch {
public:
  /// Steps from one look to the next; 0: it never looks.
  explicit NanWatch(std::int64_t every) : every(every) {}

  /// Steps to do before the next look(), no more than `batch`.
  std::int64_t nextBatch(std::int64_t done, std::int64_t batch) const {
    return every > 0 ? std::min(batch, every - done % every) : batch;
  }

  /// Looks if it is time to, after `done` steps. All processes of a run call it.
  Status look(Instance &instance, std::int64_t done) {
    if (every == 0 || done % every != 0)
      return {};
    std::vector<FieldStatistics> all;
    Status status = lookAtFields(instance, all);
    std::int64_t bad = 0;
    for (const FieldStatistics &field : all)
      bad += field.isFinite() ? 0 : 1;
    isFound = status && instance.itsEngine().ofFirst(bad) > 0;
    return status;
  }
  bool hasFound() const { return isFound; }

  /// Says why the run has ended after so many steps; empty if it was not for this.
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
