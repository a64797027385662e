/// \file Tasks of time steps on several devices: launches on slabs and copies of planes between
/// them, with their queues and the tasks that they wait for. They depend on the division and on the
/// fields' buffers only; SlabRun.h executes them.
///
/// Between two exchanges runs a group of launches, which together read no further than a halo. Each
/// launch also computes the planes beyond its part that later launches of the group read there.
/// After the group each part sends the planes at its ends to its neighbours, at all time levels
/// that the group has computed. The exchange may overlap with the last launch:
///
///     after   | launch                      | send |          copies wait for the whole launch
///     ends    | ends | launch of the rest   |                 copies overlap with the rest
///                    | send |
///     ordered | ends + rest                 |                 the same with one launch, which
///                    | send |                                  signals that its ends are computed
///
/// The tasks that a task waits for follow from its reads and writes (TaskOrder.h).
#pragma once

#include "stencilc/slabs/SlabExchange.h"
#include "stencilc/slabs/TaskOrder.h"

namespace stencilc::inline STENCILC_SPACE {

class SlabTasks {
public:
  /// If `lendsBuffers`, kernels may store values within a step in buffers of time levels that are
  /// no longer needed.
  SlabTasks(const Decomposition &division, std::vector<TraversedField> fields,
            SlabExchange exchange, bool lendsBuffers = false);

  /// Returns the tasks of the next group: `launches` and the exchange of planes after them. Their
  /// order is one in which they could run one by one. The last launch computes only the parts' own
  /// planes.
  std::vector<SlabTask> group(const std::vector<TraversalLevel> &launches);

  /// Returns for each field the buffer of time level t after all launches so far.
  const std::vector<int> &current() const { return now; }
  /// Prepares the first group of a run from the initial state. No task may be running.
  void restart() { now.assign(fields.size(), 0); }

private:
  void launch(int part, int queue, PlaneRange planes, const TraversalLevel &level,
              bool boundaryFirst = false);
  /// Adds the last launch before an exchange of planes, with separate launches on the ends of the
  /// slab before the rest.
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
  int stepsDone = 0, rotations = 0; // in the current group, so far
  std::vector<SlabTask> tasks;
};

} // namespace stencilc::inline STENCILC_SPACE
