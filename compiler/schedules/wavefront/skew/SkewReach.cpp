/// \file Summarizes the time skew of a wavefront (the step of the sweep in which each update runs):
/// earliest and latest times of all updates, and the largest offsets of their reads.
#include "schedules/wavefront/skew/SkewReach.h"
#include "ir/Walk.h"
#include "schedules/wavefront/skew/LostCells.h"
#include <algorithm>
#include <climits>

namespace stencilc::schedules {

/// Number of fused time steps up to which the cells that they lose are listed.
constexpr int kMostListed = 16;

/// Widens the ranges of times in `skew` (`firstOut` to `lastOut`, and from `firstPart` on) so that
/// they include the times at which parts of `stage` are computed.
static void measureTimes(const StageSkew &stage, TimeSkew &skew) {
  skew.firstOut = std::min(skew.firstOut, stage.out);
  skew.lastOut = std::max(skew.lastOut, stage.out);
  skew.firstPart = std::min(skew.firstPart, stage.out);
  for (const auto &[id, time] : stage.at)
    skew.firstPart = std::min(skew.firstPart, time);
}

void measureSkew(const analysis::Facts &facts, int along, TimeSkew &skew) {
  const ir::Program &program = facts.program;
  skew.firstOut = INT_MAX;
  skew.lastOut = INT_MIN;
  skew.lost = lostCells(facts, kMostListed);
  for (const StageSkew &stage : skew.stages) {
    measureTimes(stage, skew);
    for (ir::ExprId id : ir::reachableFrom(program, {program.stages[stage.stage].value}))
      if (const auto *read = std::get_if<ir::Read>(&program[id].node);
          read && skew.arrival.count(read->field) && crosses(*read, along))
        skew.cross[read->field].include(read->offset);
  }
}

} // namespace stencilc::schedules
