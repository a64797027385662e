/// \file Finds the smallest lag of a wavefront, and arrivals of its fields.
///
/// A read of field f at time level 0 by the update of field t requires arrival(t) + lag >=
/// arrival(f) + w, where w follows from the offset and from the exchange between threads. A read at
/// time level 1 requires arrival(t) >= arrival(f) + w. These are difference constraints: the
/// smallest lag is the largest mean of w over a cycle of reads.
#include "schedules/wavefront/skew/Arrivals.h"
#include <algorithm>

namespace stencilc::schedules {

/// Returns arrivals of 0 for all updated fields, and a lag of 0.
Arrivals ArrivalSearch::atOnce() const {
  Arrivals arrivals;
  for (const ir::Stage &stage : program.stages)
    arrivals.at[stage.target] = 0;
  return arrivals;
}

std::optional<Arrivals> ArrivalSearch::tight() {
  // Stages in a cycle of dependences need one pass each.
  constexpr int kMostRounds = 64;
  Arrivals arrivals = atOnce();
  for (int round = 0; round < kMostRounds; ++round) {
    const Arrivals before = arrivals;
    Times fresh;
    arrivals.lag = 0;
    for (ir::StageId id : program.stages.ids()) {
      const ir::FieldId target = program.stages[id].target;
      fresh[target] = earliestOut(id, before, fresh);
      arrivals.lag = std::max(arrivals.lag, fresh[target] - before.at.at(target));
    }
    for (auto &[field, arrival] : arrivals.at)
      arrival = fresh.at(field) - arrivals.lag;
    if (arrivals == before && round > 0)
      return arrivals;
  }
  return std::nullopt;
}

Arrivals ArrivalSearch::leastLag() {
  Arrivals arrivals = atOnce();
  while (!raise(arrivals)) {
    const int lag = arrivals.lag + 1;
    arrivals = atOnce();
    arrivals.lag = lag;
  }
  return arrivals;
}

/// Raises arrivals until each stage (update statement) can complete a plane the lag after its
/// arrival. Returns false if the lag is too small: the arrivals would grow for ever, because a
/// chain of reads without a cycle is no longer than the number of stages.
bool ArrivalSearch::raise(Arrivals &arrivals) {
  for (std::size_t round = 0; round <= program.stages.size(); ++round) {
    bool changed = false;
    for (ir::StageId id : program.stages.ids()) {
      const int late = earliestOut(id, arrivals, {}) - dueTime(id, arrivals);
      arrivals.at.at(program.stages[id].target) += std::max(0, late);
      changed |= late > 0;
    }
    if (!changed)
      return true;
  }
  return false;
}

/// Returns the first time at which the new value of `stage` (an update statement) can be complete.
/// `fresh` has these times for fields that earlier stages update. New planes of other fields are
/// complete the lag after their arrival.
int ArrivalSearch::earliestOut(ir::StageId stage, const Arrivals &arrivals, const Times &fresh) {
  int replayed = kAnyTime;
  const int value = earliest.find(stage, [&](const ir::Read &read) {
    const auto made = fresh.find(read.field);
    if (read.level == 1 && made != fresh.end()) {
      replayed = std::max(replayed, reads.whenReplayed(read, made->second));
      return reads.timeAfter(read, made->second);
    }
    if (const auto old = arrivals.at.find(read.field); old != arrivals.at.end())
      replayed =
          std::max(replayed, reads.whenReplayed(read, old->second + read.level * arrivals.lag));
    return reads.timeOf(read, arrivals);
  });
  // A value that depends on no updated field is computed when its old plane is new.
  return std::max({value, replayed, arrivals.at.at(program.stages[stage].target)});
}

} // namespace stencilc::schedules
