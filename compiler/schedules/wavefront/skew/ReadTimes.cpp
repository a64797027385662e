/// \file Computes when threads of a wavefront can read cells of updated fields.
#include "schedules/wavefront/skew/ReadTimes.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/skew/Replay.h"
#include <algorithm>

namespace stencilc::schedules {

ReadTimes::ReadTimes(const analysis::Facts &facts, Neighbours neighbours)
    : facts(facts), along(sweptAxis(facts.program)), neighbours(neighbours) {
  for (ir::FieldId field : facts.program.fields.ids())
    if (isReplayed(facts, field))
      replayed.insert(field);
}

int ReadTimes::delayOf(const ir::Read &read) const {
  int delay = neighbours.own;
  for (int axis = 0; axis < along; ++axis)
    if (read.offset[axis])
      delay = std::max(delay, axis == 0 ? neighbours.lanes : neighbours.rows);
  return delay;
}

int ReadTimes::timeOf(const ir::Read &read, const Arrivals &arrivals) const {
  const auto found = arrivals.at.find(read.field);
  if (found == arrivals.at.end())
    return kAnyTime;
  // Older time levels exist before a chunk begins. They are read from its first plane on.
  return timeAfter(read, found->second + std::max(read.level, 0) * arrivals.lag);
}

int ReadTimes::timeAfter(const ir::Read &read, int arrival) const {
  const int time = arrival + read.offset[along] + delayOf(read), beyond = -read.offset[along];
  if (beyond <= 0 || !repeatedReach(facts, read.field, along, Side::Low) ||
      (read.level >= 0 && replayed.contains(read.field)))
    return time;
  const analysis::IndexMap map = facts.faces.at(read.field, along, Side::Low).anyMap();
  return std::max(time, arrival + wrappedIndex(map, beyond) +
                            std::max(delayOf(read), readsMirroredNode(facts, read) ? 0 : 1));
}

int ReadTimes::whenReplayed(const ir::Read &read, int arrival) const {
  if (neighbours.isSingle || read.offset[along] >= 0 || !replayed.contains(read.field))
    return kAnyTime;
  return arrival + replayedPlane(facts, read.field) + neighbours.rows;
}

} // namespace stencilc::schedules
