/// \file Steps on several devices as data: launches on slabs and copies between them, in the order
/// of their queues, and what each waits for. A pure function of the division and of the fields'
/// buffers; SlabRun.h does what it says.
///
/// A group of launches reaches as far as halos are wide. Each of them writes, beyond the planes of
/// its part, what those after it still read there, so that one exchange does for all. Then every
/// part sends the planes at its ends to its neighbours, all levels that the group has made.
///
///     after   | launch                      | send |          copies wait for the whole launch
///     ends    | ends | launch of the rest   |                 they run beside the rest
///                    | send |
///     ordered | ends + rest                 |                 the same by one launch, which counts
///                    | send |                                  that its ends are done
///
/// What waits for what is found from what tasks read and write, by buffer and by planes: a launch
/// waits for planes to arrive, and until those have left that it writes over; a copy waits for its
/// planes, and until its neighbour reads no more what it writes over there.
#pragma once

#include "stencilc/slabs/Decomposition.h"
#include "stencilc/slabs/SlabExchange.h"
#include "stencilc/stream/TraversalShape.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

enum class SlabAct : std::uint8_t { Launch, Send };

/// Queues of a part, in which tasks run one after the other. Beside: the launch of one end while
/// the other runs.
enum SlabQueue : int { kSlabCompute, kSlabBeside, kSlabDown, kSlabUp, kSlabQueues };

/// A task that must have ended; or of a launch that does its ends first the ends (a bit each, the
/// low one first), before which all tasks before it have ended.
struct SlabWait {
  int part = 0, queue = 0;
  std::int64_t number = -1;
  unsigned ends = 0;
};

struct SlabTask {
  SlabAct act = SlabAct::Launch;
  int part = 0, queue = kSlabCompute;
  std::int64_t number = 0; // in its queue, from 0
  PlaneRange planes;       // written, or sent, as the part counts them
  // Of a launch.
  TraversalLevel level;
  int stepsBefore = 0, rotations = 0; // in its group: time steps, and times that levels moved on
  bool endsFirst = false;             // and counts that they are done
  // Of a copy: to which neighbour, what that one calls the planes more, and how many of the newest
  // levels of each field.
  SlabSide side = SlabSide::Low;
  int to = 0, shift = 0, steps = 0;
  std::vector<int> current; // field by field: the buffer of t before a launch, or when copied
  std::vector<SlabWait> waits;
};

class SlabTasks {
public:
  /// `lendsBuffers`: kernels may leave values within a step in buffers of levels that they do not
  /// need any more.
  SlabTasks(const Decomposition &division, std::vector<TraversedField> fields,
            SlabExchange exchange, bool lendsBuffers = false);

  /// The tasks of the next launches, which together reach no further than halos are wide, in an
  /// order in which they could also run one by one.
  std::vector<SlabTask> group(const std::vector<TraversalLevel> &launches);

  /// Field by field: the buffer of t after all groups so far.
  const std::vector<int> &current() const { return now; }
  /// Before the first group of a run from the start. Nothing may be under way.
  void restart() { now.assign(fields.size(), 0); }

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

  SlabTask begin(SlabAct act, int part, int queue, PlaneRange planes);
  void launch(int part, int queue, PlaneRange planes, const TraversalLevel &level,
              bool endsFirst = false);
  /// The last launch of a group, with its ends before the rest.
  void launchEnds(int part, const TraversalLevel &level);
  void send(int part, SlabSide side);
  void read(SlabTask &task, int part, std::size_t buffer, PlaneRange planes);
  void write(SlabTask &task, int part, std::size_t buffer, PlaneRange planes);
  /// Which ends of a launch that does them first have planes of an area; 0: it has others, too.
  unsigned endsOf(const SlabTask &task, PlaneRange area) const;
  /// Calls act(area, planes).
  template <class Act> void eachArea(int part, std::size_t buffer, PlaneRange planes, Act act);
  bool hasNeighbours() const { return division.parts > 1 || division.isPeriodic; }
  std::size_t bufferOf(std::size_t field, int level) const;

  Decomposition division;
  std::vector<TraversedField> fields;
  std::vector<std::size_t> firstBuffers; // field by field
  const SlabExchange exchange;
  const bool lendsBuffers;
  std::vector<Part> parts;
  std::vector<int> now;
  int stepsDone = 0, rotations = 0; // of the group
  std::vector<SlabTask> tasks;
};

} // namespace stencilc::inline STENCILC_SPACE
