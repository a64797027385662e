/// \file Tasks of one device of an out-of-core run: copies into and out of its ring buffers, and
/// launches.
#pragma once

#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Creates the tasks of one device, and remembers over several traversals which tasks read and
/// write which positions of its ring buffers. A plane's position is its index plus an offset of the
/// traversal. TraversalTasks calls the functions in the order of the tasks.
class DeviceTasks {
public:
  /// `device` is its index in the chain of devices.
  DeviceTasks(int device, std::vector<FieldRing> all);

  /// Begins a traversal, or a strip of one. `roles` are the ring buffers as this traversal uses
  /// them (fieldRings()). `number` is the number of earlier traversals. New tasks are appended to
  /// `into`.
  void begin(const TraversalShape &shape, const std::vector<FieldRing> &roles, int number,
             std::vector<TraversalTask> &into);
  /// Adds the tasks that restore the ring buffers to their contents after the previous part of this
  /// traversal.
  void restore();
  /// Adds the tasks that copy the planes of chunk `chunk` from the backing store to the device.
  /// Device `last` of the chain has written them in the previous traversal.
  void copyIn(int chunk, const DeviceTasks &last);
  void launch(int chunk);
  /// Adds the tasks that copy the finished planes of chunk `chunk` to the backing store.
  void copyOut(int chunk);
  /// Adds the tasks that copy the finished planes of chunk `chunk` to the ring buffers of the next
  /// device in the chain.
  void handOver(int chunk, DeviceTasks &next);
  /// Adds the tasks that save the contents of the ring buffers for the next part of this traversal.
  void save();
  void end();

private:
  /// Planes that were copied out of the device: the number of the copy task, their first position
  /// in the ring buffer, and the first plane's index.
  struct Returned {
    std::int64_t task, place;
    int begin;
  };
  /// Launches after `task` do not read positions below `place`.
  struct Freed {
    std::int64_t task, place;
  };

  /// Returns true for a part of a traversal, and for a strip that is not the first one. Copies of
  /// several earlier parts or strips may then still be running.
  bool isOneOfMany() const { return shape.isPart() || !shape.followsWriting; }
  /// Returns the number of ring buffer positions of a trapezoidal chunk.
  std::int64_t stretch() const { return shape.chunk + 2 * shape.shift(); }
  std::int64_t originOf(int chunk) const;

  /// Adds tasks that copy finished planes of a chunk out of the device. `waitMore(task)` adds waits
  /// that depend on the target.
  template <class More> void leave(TraversalAct act, int chunk, More waitMore);

  /// Adds a task for planes [begin, end).
  TraversalTask &add(TraversalAct act, int chunk, int begin, int end);
  int queueOf(TraversalAct act) const;
  /// Makes `task` wait until the planes that it reads of a chunk have arrived.
  void waitForArrival(TraversalTask &task, int chunk) const;

  /// Makes `task`, which writes positions of `ring` below `toPlace`, wait until the planes there
  /// have been copied out.
  void waitUntilReturned(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;

  /// Makes `task`, which writes positions of `ring` below `toPlace`, wait for copies that save the
  /// ring buffers between two parts of a traversal.
  void waitUntilSaved(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;
  /// Makes `task`, which copies planes to positions of `ring` below `place`, wait until nothing
  /// reads the planes there.
  void waitForRoom(TraversalTask &task, const FieldRing &ring, std::int64_t place) const;

  /// Removes entries about copies of planes that can no longer be in any ring buffer.
  void forgetOld();

  static constexpr std::size_t kChunksRemembered = 8;
  const int device;
  std::vector<FieldRing> rings;
  int longest = 0; // longest ring buffer, in planes
  // For each ring buffer, whether the previous traversal copied it out.
  std::vector<bool> returnsBefore;
  TraversalShape shape;
  std::vector<TraversalTask> *tasks = nullptr;
  std::array<std::int64_t, kTraversalQueues> counts = {0, 0, 0};
  std::vector<Returned> returned, returnedBefore;
  std::vector<Returned> returnedEarlier, stored; // of earlier sweeps; of copies between parts
  /// Last task that saved the ring buffers, for each chained traversal.
  std::vector<std::int64_t> savedAt;
  std::vector<Freed> freed = {{-1, 0}};
  std::int64_t base = 0; // position of the first plane of a traversal
  // Last copies in of even and of odd chunks: from the backing store, or from the previous device.
  std::array<std::int64_t, 2> arrived = {-1, -1};
  int sweeps = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
