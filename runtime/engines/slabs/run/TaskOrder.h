/// \file Dependences between tasks of parts (slabs of devices), derived from the planes of each
/// buffer that they read and write. A launch waits for planes to arrive, and for copies of planes
/// that it overwrites. A copy waits for its source planes, and for tasks that read the target
/// planes.
#pragma once

#include "runtime/engines/slabs/run/SlabTask.h"

namespace stencilc::inline STENCILC_SPACE {

class TaskOrder {
public:
  /// Constructs an order of tasks for the parts of `division`, the slabs of devices. `buffers` has
  /// the number of buffers of each field.
  TaskOrder(const Decomposition &division, const std::vector<int> &buffers);

  /// Returns a new task of kind `act` for queue `queue` of a part (the slab of one device). The
  /// task works on `planes`, and its number follows that of the last task of this queue.
  SlabTask begin(SlabAct act, int part, int queue, PlaneRange planes);
  /// Returns a new task that sends planes of a part (the slab of one device) to its neighbour on a
  /// side. The neighbour must exist.
  SlabTask beginSend(int part, SlabSide side);
  /// Adds `buffer` to `task`, which beginSend() has made: the task then also sends the planes of
  /// this buffer that the neighbour's halo needs. Makes the task wait for earlier tasks that use
  /// these planes.
  void send(SlabTask &task, SlabBuffer buffer);
  /// Returns a wait for the end of the newest task of a queue of a part (the slab of one device),
  /// which waitFor() can add to another task. If the queue has had no task, the result has number
  /// -1, and waitFor() ignores it.
  SlabWait last(int part, int queue) const {
    return {part, queue, parts[static_cast<std::size_t>(part)].counts[queue] - 1};
  }
  /// Records that a task reads `planes` of a buffer of a part (the slab of one device). Makes it
  /// wait for the earlier tasks that write these planes.
  void read(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes);
  /// Records that a task writes `planes` of a buffer of a part (the slab of one device). Makes it
  /// wait for the earlier tasks that read or write these planes.
  void write(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes);
  /// Makes `task` wait for the end of another task, `other`. Does nothing if both are in the same
  /// queue, whose tasks run in order.
  static void waitFor(SlabTask &task, const SlabWait &other);

private:
  /// Dependences of a range of planes in one buffer of a part (the slab of one device): the last
  /// task that writes all these planes, and the tasks that read them after it.
  struct Area {
    SlabWait writer;
    std::vector<SlabWait> readers; // one for each queue
  };
  struct Part {
    std::vector<int> cuts;                // planes where areas begin and end
    std::vector<std::vector<Area>> areas; // areas of each buffer
    std::int64_t counts[kSlabQueues] = {};
  };

  /// Returns the ends of the slab (bits 1: low, 2: high) that together contain all planes of
  /// `area`, if `task` is a boundary-first launch, which computes the ends before other planes.
  /// Returns 0 if `task` is another task, or `area` has other planes.
  unsigned endsOf(const SlabTask &task, PlaneRange area) const;
  /// Calls act(area, planes) for each area of a part's buffer that overlaps `planes`. An area is a
  /// range of planes with the same last writer and the same readers. The second argument of act()
  /// is the whole range of the area.
  template <class Act> void eachArea(int part, SlabBuffer buffer, PlaneRange planes, Act act);

  const Decomposition division;
  std::vector<std::size_t> firsts; // index of each field's first buffer
  std::vector<Part> parts;
};

} // namespace stencilc::inline STENCILC_SPACE
