/// \file Summarizes the time skew of a wavefront (the step of the sweep in which each update runs):
/// earliest and latest times of all updates, and the largest offsets of their reads.
#include "schedules/wavefront/skew/SkewReach.h"
#include "ir/Walk.h"
#include <algorithm>
#include <climits>

namespace stencilc::schedules {

/// Widens the ranges of times in `skew` (`firstOut` to `lastOut`, and from `firstPart` on) so that
/// they include the times at which parts of `stage` are computed.
static void measureTimes(const StageSkew &stage, TimeSkew &skew) {
  skew.firstOut = std::min(skew.firstOut, stage.out);
  skew.lastOut = std::max(skew.lastOut, stage.out);
  skew.firstPart = std::min(skew.firstPart, stage.out);
  for (const auto &[id, time] : stage.at)
    skew.firstPart = std::min(skew.firstPart, time);
}

/// Returns the reach of two successive updates: the largest offsets, on each side of a cell, of the
/// cells on which its value depends. The second update reads results of the first one at offsets up
/// to `outer`. The first one reads a cell at the offset of `read`.
static Reach beyond(const Reach &outer, const ir::Read &read) {
  Reach reach = outer;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    reach.low[axis] = std::max(0, outer.low[axis] - read.offset[axis]);
    reach.high[axis] = std::max(0, outer.high[axis] + read.offset[axis]);
  }
  return reach;
}

void measureSkew(const ir::Program &program, int along, TimeSkew &skew) {
  skew.firstOut = INT_MAX;
  skew.lastOut = INT_MIN;
  std::map<ir::FieldId, Reach> need; // reach at which later stages read each field of the same step
  for (auto stage = skew.stages.rbegin(); stage != skew.stages.rend(); ++stage) {
    measureTimes(*stage, skew);
    const ir::Stage &source = program.stages[stage->stage];
    const Reach outer = need[source.target];
    for (ir::ExprId id : ir::reachableFrom(program, {source.value})) {
      const auto *read = std::get_if<ir::Read>(&program[id].node);
      if (!read)
        continue;
      const Reach reach = beyond(outer, *read);
      skew.perStep.include(reach);
      if (read->level == 1)
        need[read->field].include(reach);
      if (skew.arrival.count(read->field) && crosses(*read, along))
        skew.cross[read->field].include(read->offset);
    }
  }
}

} // namespace stencilc::schedules
