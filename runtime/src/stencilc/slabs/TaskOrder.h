/// \file Dependences between tasks of parts, derived from the planes of each buffer that they read
/// and write. A launch waits for planes to arrive, and for copies of planes that it overwrites. A
/// copy waits for its source planes, and for tasks that read the target planes.
#pragma once

#include "stencilc/slabs/SlabTask.h"

namespace stencilc::inline STENCILC_SPACE {

class TaskOrder {
public:
  /// `buffers` has the number of buffers of each field.
  TaskOrder(const Decomposition &division, const std::vector<int> &buffers);

  /// Returns the next task of a queue, with its number.
  SlabTask begin(SlabAct act, int part, int queue, PlaneRange planes);
  /// Returns a task that sends planes of a part to its neighbour on a side. That neighbour must
  /// exist.
  SlabTask beginSend(int part, SlabSide side);
  /// Adds the planes of a buffer to a task of beginSend().
  void send(SlabTask &task, SlabBuffer buffer);
  /// Returns the last task of a queue so far.
  SlabWait last(int part, int queue) const {
    return {part, queue, parts[static_cast<std::size_t>(part)].counts[queue] - 1};
  }
  /// Records that a task reads `planes` of a buffer of a part, and makes it wait for their writers.
  void read(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes);
  /// Records that a task writes `planes` of a buffer of a part. Makes it wait for their readers and
  /// writers.
  void write(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes);
  /// Makes a task wait for another one. Tasks of the same queue need no wait, because they run in
  /// order.
  static void waitFor(SlabTask &task, const SlabWait &other);

private:
  /// Planes of a part, in one buffer, for which tasks need no finer distinction: their last writer,
  /// and the readers after it.
  struct Area {
    SlabWait writer;
    std::vector<SlabWait> readers; // one for each queue
  };
  struct Part {
    std::vector<int> cuts;                // planes where areas begin and end
    std::vector<std::vector<Area>> areas; // areas of each buffer
    std::int64_t counts[kSlabQueues] = {};
  };

  /// Returns the ends of a boundary-first launch (one bit each) that contain all planes of `area`.
  /// Returns 0 if `area` has other planes.
  unsigned endsOf(const SlabTask &task, PlaneRange area) const;
  /// Calls act(area, planes) for each range of planes with its own Area in a buffer that overlaps
  /// `planes`.
  template <class Act> void eachArea(int part, SlabBuffer buffer, PlaneRange planes, Act act);

  const Decomposition division;
  std::vector<std::size_t> firsts; // index of each field's first buffer
  std::vector<Part> parts;
};

} // namespace stencilc::inline STENCILC_SPACE
