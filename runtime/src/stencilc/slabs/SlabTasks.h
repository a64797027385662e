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
/// What waits for what is found from what tasks read and write (TaskOrder.h).
#pragma once

#include "stencilc/slabs/SlabExchange.h"
#include "stencilc/slabs/TaskOrder.h"

namespace stencilc::inline STENCILC_SPACE {

class SlabTasks {
public:
  /// `lendsBuffers`: kernels may leave values within a step in buffers of levels that they do not
  /// need any more.
  SlabTasks(const Decomposition &division, std::vector<TraversedField> fields,
            SlabExchange exchange, bool lendsBuffers = false);

  /// The tasks of the next launches, the last of which makes planes of the parts alone, in an order
  /// in which they could also run one by one.
  std::vector<SlabTask> group(const std::vector<TraversalLevel> &launches);

  /// Field by field: the buffer of t after all groups so far.
  const std::vector<int> &current() const { return now; }
  /// Before the first group of a run from the start. Nothing may be under way.
  void restart() { now.assign(fields.size(), 0); }

private:
  void launch(int part, int queue, PlaneRange planes, const TraversalLevel &level,
              bool endsFirst = false);
  /// The last launch of a group, with its ends before the rest.
  void launchEnds(int part, const TraversalLevel &level);
  void send(int part, SlabSide side);
  bool hasNeighbours() const { return division.parts > 1 || division.isPeriodic; }
  SlabTask begin(SlabAct act, int part, int queue, PlaneRange planes);
  SlabBuffer bufferOf(std::size_t field, int level) const;

  Decomposition division;
  std::vector<TraversedField> fields;
  const SlabExchange exchange;
  const bool lendsBuffers;
  TaskOrder order;
  std::vector<int> now;
  int stepsDone = 0, rotations = 0; // of the group
  std::vector<SlabTask> tasks;
};

} // namespace stencilc::inline STENCILC_SPACE
