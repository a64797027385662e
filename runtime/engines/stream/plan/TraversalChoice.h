/// \file Plan of an out-of-core run that the planner has chosen.
#pragma once

#include "runtime/engines/stream/plan/OutOfCoreDomain.h"
#include "runtime/engines/stream/plan/Strips.h"
#include "runtime/engines/stream/store/HomePlanes.h"

namespace stencilc::inline STENCILC_SPACE {

/// Predicted seconds of a traversal (pass of all planes): for copies to the device, for copies from
/// it, for kernels, and in total.
struct TraversalSeconds {
  double in = 0, out = 0, compute = 0, all = 0;
  double between = 0; // copies to the next device of the chain
  // Seconds of a run in addition to its traversals: the first copy in, the last copy out, and the
  // time until the last device of a chain has work.
  double ends = 0;
};

struct TraversalChoice {
  TraversalShape shape; // with all launches of a traversal
  Strips strips;
  int depth = 1;
  int resident = 0;  // percent of the planes that should stay on the device
  double copied = 1; // share of the planes that are copied
  std::uint64_t ringBytes = 0, residentBytes = 0, checksumBytes = 0, hostBytes = 0;
  std::uint64_t reducedBytes = 0; // on the device, for reductions
  TraversalSeconds traversal;
  bool lacksHost = false; // the domain does not fit into host memory
  std::int64_t steps = 0; // steps of the predicted run
  double seconds = -1;    // seconds of that run

  std::uint64_t deviceBytes() const {
    return ringBytes + residentBytes + checksumBytes + reducedBytes;
  }
  std::uint64_t bytesOnHost() const { return hostBytes; }
  double secondsPerStep() const { return seconds / double(steps); }
};

/// The next traversal (pass through the device) of an out-of-core run: its time steps and its
/// geometry.
struct NextTraversal {
  int depth = 1;
  TraversalShape shape;
};

/// Returns where a field's planes at one time level are kept between traversals (passes of all
/// planes): in host memory or on the device. No memory is allocated yet, so all addresses in the
/// result are null.
inline HomePlanes homePlanes(const OutOfCoreDomain &domain, const TraversalChoice &choice,
                             int field) {
  const TraversalShape &shape = choice.shape;
  const bool isUpdated = domain.uses[static_cast<std::size_t>(field)].isUpdated;
  HomePlanes planes;
  const int low = shape.cutLow ? shape.padLow() : 0, high = shape.cutHigh ? shape.padHigh() : 0;
  planes.first = -low;
  planes.planes = low + shape.planes + high;
  // Planes that are sent to other processes must be contiguous.
  planes.period = low + high > 0 ? planes.planes : shape.chunk;
  planes.resident = static_cast<int>(std::int64_t{shape.chunk} * choice.resident / 100);
  planes.alternating = isUpdated ? std::min(shape.pad(), shape.planes) : 0;
  planes.slide = isUpdated ? domain.rowBytes(field) * std::uint64_t(choice.strips.slide()) : 0;
  planes.planeBytes = domain.planeBytes(field) + planes.slide;
  return planes;
}

} // namespace stencilc::inline STENCILC_SPACE
