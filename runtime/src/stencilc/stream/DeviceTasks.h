/// \file Tasks of one device of an out-of-core run: copies of planes into and out of its ring
/// buffers, and kernel launches.
#pragma once

#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Creates the tasks (copies and launches) of one device. Records which task reads or writes which
/// positions of its ring buffers. A position is a plane's index plus an offset that each traversal
/// (pass of all planes) chooses.
class DeviceTasks {
public:
  /// Creates an object without tasks. `device` is the index of the device among those that planes
  /// pass through, and `all` are its ring buffers (device memory for a moving range of planes).
  DeviceTasks(int device, std::vector<FieldRing> all);

  /// Begins a traversal (pass of all planes), or a strip of one (some rows of all planes). `roles`
  /// are the ring buffers as the traversal uses them. `number` is the number of earlier traversals.
  /// New tasks are appended to `into`.
  void begin(const TraversalShape &shape, const std::vector<FieldRing> &roles, int number,
             std::vector<TraversalTask> &into);
  /// Adds the tasks that copy saved planes back into the ring buffers, which keep planes on the
  /// device. They then are as after the previous part of this traversal (pass of all planes).
  void restore();
  /// Adds the tasks that copy the planes of chunk number `chunk` from host memory or a file buffer
  /// to the device. `last` is the last of the devices that planes pass through. It has written them
  /// there in the previous traversal (pass of all planes).
  void copyIn(int chunk, const DeviceTasks &last);
  void launch(int chunk);
  /// Adds the tasks that copy all planes which are complete after chunk number `chunk` back to the
  /// backing store (host memory).
  void copyOut(int chunk);
  /// Adds the tasks that copy all planes which are complete after chunk number `chunk` to the ring
  /// buffers of `next`, the next device.
  void handOver(int chunk, DeviceTasks &next);
  /// Adds the tasks that copy all planes in the ring buffers of the device to the host. The next
  /// part of this traversal (pass of all planes) needs them.
  void save();
  void end();

private:
  /// Planes that were copied out of the device: the number of the copy task, their first position
  /// in the ring buffer, and the index of the first plane.
  struct Returned {
    std::int64_t task, place;
    int begin;
  };
  /// A task, and the ring buffer position below which no later launch reads.
  struct Freed {
    std::int64_t task, place;
  };

  /// Returns true for a part of a traversal (pass of all planes), and for a strip (some rows of all
  /// planes) that is not the first. Copies of several earlier parts or strips may then still be
  /// running.
  bool isOneOfMany() const { return shape.isPart() || !shape.followsWriting; }
  /// Returns the number of ring buffer positions that a trapezoidal chunk needs: its planes and
  /// those read on both sides.
  std::int64_t stretch() const { return shape.chunk + 2 * shape.shift(); }
  std::int64_t originOf(int chunk) const;

  /// Adds tasks of kind `act` that copy the finished planes of a chunk out of the device.
  /// `waitMore` is called with each task, and adds the waits that depend on the target of the copy.
  template <class More> void leave(TraversalAct act, int chunk, More waitMore);

  /// Appends a task of kind `act` for planes [begin, end) of chunk number `chunk`, and returns it.
  TraversalTask &add(TraversalAct act, int chunk, int begin, int end);
  int queueOf(TraversalAct act) const;
  /// Makes the launch `task` wait until the planes of chunk number `chunk` that it reads have
  /// arrived on the device.
  void waitForArrival(TraversalTask &task, int chunk) const;

  /// Makes `task`, which overwrites positions of `ring` below `toPlace`, wait until the planes at
  /// these positions have been copied out of the device.
  void waitUntilReturned(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;

  /// Makes `task`, which overwrites positions of `ring` below `toPlace`, wait for the copies that
  /// saved the ring buffer after an earlier part of a traversal (pass of all planes).
  void waitUntilSaved(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;
  /// Makes `task`, which copies planes to positions of `ring` below `place`, wait until no launch
  /// reads the planes at these positions.
  void waitForRoom(TraversalTask &task, const FieldRing &ring, std::int64_t place) const;

  /// Removes records of copies whose planes have been overwritten in all ring buffers of the
  /// device.
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
  /// Number of the last task that copied the ring buffers to the host, for each of the passes
  /// through the device between reading and writing files.
  std::vector<std::int64_t> savedAt;
  std::vector<Freed> freed = {{-1, 0}};
  std::int64_t base = 0; // position of the first plane of a traversal
  // Last copies in of even and of odd chunks: from the backing store, or from the previous device.
  std::array<std::int64_t, 2> arrived = {-1, -1};
  int sweeps = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
