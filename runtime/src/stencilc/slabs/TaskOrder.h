/// \file Dependences between tasks of parts (slabs of devices), derived from the planes of each
/// buffer that they read and write. A launch waits for planes to arrive, and for copies of planes
/// that it overwrites. A copy waits for its source planes, and for tasks that read the target
/// planes.
#pragma once

#include "stencilc/slabs/SlabTask.h"

namespace stencilc::inline STENCILC_SPACE {

class TaskOrder {
public:
  /// Constructs an order for the parts of `division`. `buffers` has the number of buffers of each
  /// field.
  TaskOrder(const Decomposition &division, const std::vector<int> &buffers);

  /// Returns a new task of a queue of a part, numbered as the next one of that queue. It works on
  /// `planes`.
  SlabTask begin(SlabAct act, int part, int queue, PlaneRange planes);
  /// Returns a new task that sends planes of a part (the slab of one device) to its neighbour on a
  /// side. The neighbour must exist.
  SlabTask beginSend(int part, SlabSide side);
  /// Adds the planes of a buffer to `task`, which sends planes to a neighbour (beginSend).
  void send(SlabTask &task, SlabBuffer buffer);
  /// Returns a wait for the newest task of a queue of a part.
  SlabWait last(int part, int queue) const {
    return {part, queue, parts[static_cast<std::size_t>(part)].counts[queue] - 1};
  }
  /// Records that a task reads `planes` of a buffer of a part. Makes it wait for the tasks that
  /// write these planes.
  void read(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes);
  /// Records that a task writes `planes` of a buffer of a part. Makes it wait for the tasks that
  /// read or write these planes.
  void write(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes);
  /// Makes a task wait for another one. Does nothing if both are in the same queue, whose tasks run
  /// in order.
  static void waitFor(SlabTask &task, const SlabWait &other);

private:
  /// A range of planes of a part, in one buffer, whose planes all have the same last writer and the
  /// same readers after it.
  struct Area {
    SlabWait writer;
    std::vector<SlabWait> readers; // one for each queue
  };
  struct Part {
    std::vector<int> cuts;                // planes where areas begin and end
    std::vector<std::vector<Area>> areas; // areas of each buffer
    std::int64_t counts[kSlabQueues] = {};
  };

  /// Returns the ends of the slab, in a boundary-first launch, that contain all planes of `area`
  /// (bits 1: low, 2: high). Returns 0 if `area` has other planes.
  unsigned endsOf(const SlabTask &task, PlaneRange area) const;
  /// Calls act(area, planes) for each recorded range of planes of a buffer that overlaps `planes`.
  /// Its planes all have the same last writer and readers.
  template <class Act> void eachArea(int part, SlabBuffer buffer, PlaneRange planes, Act act);

  const Decomposition division;
  std::vector<std::size_t> firsts; // index of each field's first buffer
  std::vector<Part> parts;
};

} // namespace stencilc::inline STENCILC_SPACE
