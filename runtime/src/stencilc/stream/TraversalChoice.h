/// \file How a domain is streamed, as the planner has chosen it.
#pragma once

#include "stencilc/stream/HomePlanes.h"
#include "stencilc/stream/OutOfCoreDomain.h"
#include "stencilc/stream/Strips.h"

namespace stencilc::inline STENCILC_SPACE {

/// What a traversal takes.
struct TraversalSeconds {
  double in = 0, out = 0, compute = 0, all = 0;
  double between = 0; // to hand planes to the next device
  // Beside these: the first copy in and the last one out of a run, and until the last device of a
  // chain has got anything.
  double ends = 0;
};

struct TraversalChoice {
  TraversalShape shape; // with the levels of a whole traversal
  Strips strips;
  int depth = 1;
  int resident = 0;  // percent of the planes that are to stay on the device
  double copied = 1; // share of the planes that does not
  std::uint64_t ringBytes = 0, residentBytes = 0, checksumBytes = 0, hostBytes = 0;
  std::uint64_t reducedBytes = 0; // on the device, for reports
  TraversalSeconds traversal;
  bool lacksHost = false; // the domain does not fit host memory
  std::int64_t steps = 0; // of the run that is predicted
  double seconds = -1;    // of that run

  std::uint64_t deviceBytes() const {
    return ringBytes + residentBytes + checksumBytes + reducedBytes;
  }
  std::uint64_t bytesOnHost() const { return hostBytes; }
  double secondsPerStep() const { return seconds / double(steps); }
};

/// The next traversal of a run.
struct NextTraversal {
  int depth = 1;
  TraversalShape shape;
};

/// Where the planes of a field at one time level rest between traversals; without memory.
inline HomePlanes homePlanes(const OutOfCoreDomain &domain, const TraversalChoice &choice,
                             int field) {
  const TraversalShape &shape = choice.shape;
  const bool isUpdated = domain.uses[static_cast<std::size_t>(field)].isUpdated;
  HomePlanes planes;
  const int low = shape.cutLow ? shape.padLow() : 0, high = shape.cutHigh ? shape.padHigh() : 0;
  planes.first = -low;
  planes.planes = low + shape.planes + high;
  planes.period = low + high > 0 ? planes.planes : shape.chunk; // what others get lies in one piece
  planes.resident = static_cast<int>(std::int64_t{shape.chunk} * choice.resident / 100);
  planes.alternating = isUpdated ? std::min(shape.pad(), shape.planes) : 0;
  planes.slide = isUpdated ? domain.rowBytes(field) * std::uint64_t(choice.strips.slide()) : 0;
  planes.planeBytes = domain.planeBytes(field) + planes.slide;
  return planes;
}

} // namespace stencilc::inline STENCILC_SPACE
