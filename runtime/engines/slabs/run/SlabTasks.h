/// \file Tasks of time steps on several devices: launches on slabs and copies of planes between
/// them, with their queues and the tasks that they wait for.
///
/// Between two exchanges of planes runs a group of launches. Together they read no further than a
/// halo. Each launch also computes the planes beyond its slab that later launches of the group read
/// there. After the group each slab sends the planes at its ends to its neighbours, at all time
/// levels that the group has computed. The exchange may overlap with the last launch:
///
///     after   | launch                      | send |          copies wait for the whole launch
///     ends    | ends | launch of the others |                 copies overlap with the others
///                    | send |
///     ordered | ends + others               |                 the same with one launch, which
///                    | send |                                  signals that its ends are computed
///
/// The tasks that a task waits for follow from its reads and writes (TaskOrder.h).
#pragma once

#include "runtime/engines/slabs/plan/SlabExchange.h"
#include "runtime/engines/slabs/run/TaskOrder.h"

namespace stencilc::inline STENCILC_SPACE {

class SlabTasks {
public:
  /// Constructs the generator of tasks for a domain that is divided into slabs. `fields` are the
  /// fields of the program, and `exchange` is the time at which slabs exchange planes.
  /// `lendsBuffers` must be true if kernels may store temporary values of a time step in buffers of
  /// old time levels.
  SlabTasks(const Decomposition &division, std::vector<TraversedField> fields,
            SlabExchange exchange, bool lendsBuffers = false);

  /// Returns the tasks of the next group: `launches`, and the exchange of planes after them.
  /// Executed one by one in the returned order, they give the right result. The last launch
  /// computes only the planes that each part owns.
  std::vector<SlabTask> group(const std::vector<TraversalLevel> &launches);

  /// Returns for each field the number of the buffer that holds time level t after all launches so
  /// far.
  const std::vector<int> &current() const { return now; }
  /// Begins a new run: assumes that buffer 0 of each field holds time level t. The caller must have
  /// stored the initial values. No task may be running.
  void restart() { now.assign(fields.size(), 0); }

private:
  void launch(int part, int queue, PlaneRange planes, const TraversalLevel &level,
              bool boundaryFirst = false);
  /// Adds the tasks of the last launch before an exchange of planes: separate launches on the ends
  /// of the slab, then one on the planes between.
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
