/// \file What tasks of parts wait for, found from what they read and write, by buffer and by
/// planes: a launch waits for planes to arrive, and until those have left that it writes over; a
/// copy waits for its planes, and until its neighbour reads no more what it writes over there.
#pragma once

#include "stencilc/slabs/SlabTask.h"

namespace stencilc::inline STENCILC_SPACE {

class TaskOrder {
public:
  /// `buffers`: field by field, how many.
  TaskOrder(const Decomposition &division, const std::vector<int> &buffers);

  /// The next task of a queue.
  SlabTask begin(SlabAct act, int part, int queue, PlaneRange planes);
  /// The task that sends planes of a part to its neighbour on a side, which it has.
  SlabTask beginSend(int part, SlabSide side);
  /// Lets such a task send its planes of a buffer, too.
  void send(SlabTask &task, SlabBuffer buffer);
  /// The last task of a queue so far.
  SlabWait last(int part, int queue) const {
    return {part, queue, parts[static_cast<std::size_t>(part)].counts[queue] - 1};
  }
  /// A task reads planes that a part has of a buffer, or writes them.
  void read(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes);
  void write(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes);
  /// A task waits for another one; not for those of its own queue, which is in order anyway.
  static void waitFor(SlabTask &task, const SlabWait &other);

private:
  /// Planes of a part in one buffer that are read and written together: its last writer, and who
  /// has read since.
  struct Area {
    SlabWait writer;
    std::vector<SlabWait> readers; // one of each queue
  };
  struct Part {
    std::vector<int> cuts;                // between areas
    std::vector<std::vector<Area>> areas; // by buffer
    std::int64_t counts[kSlabQueues] = {};
  };

  /// Which ends of a launch that does them first have planes of an area; 0: it has others, too.
  unsigned endsOf(const SlabTask &task, PlaneRange area) const;
  /// Calls act(area, planes).
  template <class Act> void eachArea(int part, SlabBuffer buffer, PlaneRange planes, Act act);

  const Decomposition division;
  std::vector<std::size_t> firsts; // field by field: which of all buffers is its first one
  std::vector<Part> parts;
};

} // namespace stencilc::inline STENCILC_SPACE
