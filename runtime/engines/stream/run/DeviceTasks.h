/// \file Tasks of one device of an out-of-core run: copies of planes into and out of its ring
/// buffers, and kernel launches.
#pragma once

#include "runtime/engines/stream/run/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Creates the tasks (copies and launches) of one device. Records which task reads or writes which
/// positions of its ring buffers. A position is a plane's index plus an offset that each traversal
/// (pass of all planes) chooses.
class DeviceTasks {
public:
  /// Creates an object without tasks. `device` is the index of the device among those that planes
  /// pass through, and `all` are its ring buffers (device memory for a moving range of planes).
  DeviceTasks(int device, std::vector<FieldRing> all);

  /// Begins a traversal (pass of all planes), or a strip of one (range of rows of every plane).
  /// `roles` says for each ring buffer whether this traversal copies planes to it, and out of it.
  /// `number` is the number of earlier traversals. New tasks are appended to `into`.
  void begin(const TraversalShape &shape, const std::vector<FieldRing> &roles, int number,
             std::vector<TraversalTask> &into);
  /// Adds the tasks that copy planes from host memory back into the ring buffers on the device. The
  /// previous part of this traversal (pass of all planes) had saved these planes there.
  void restore();
  /// Adds the tasks that copy chunk (planes of one launch) number `chunk` to the device, from host
  /// memory or a file buffer. `last` is the last device that planes pass through. Its copies of
  /// these planes in the previous traversal (pass of all planes) must have ended.
  void copyIn(int chunk, const DeviceTasks &last);
  void launch(int chunk);
  /// Adds the tasks that copy planes back to the backing store (host memory): all planes that are
  /// complete after chunk (planes of one launch) number `chunk`.
  void copyOut(int chunk);
  /// Adds the tasks that copy planes to the ring buffers of `next`, the next device: all planes
  /// that are complete after chunk (planes of one launch) number `chunk`.
  void handOver(int chunk, DeviceTasks &next);
  /// Adds the tasks that copy the last planes in the ring buffers of the device to the host. Adds
  /// none if no later part of this traversal (pass of all planes) needs the planes.
  void save();
  void end();

private:
  /// Planes that were copied out of the device: the number of the copy task, their first position
  /// in the ring buffer, and the index of the first plane.
  struct Returned {
    std::int64_t task, place;
    int begin;
  };
  /// Number of a launch, and the ring buffer position (index of a plane plus an offset) below which
  /// no later launch reads.
  struct Freed {
    std::int64_t task, place;
  };

  /// Returns true for a part of a traversal (pass of all planes), and for a strip (some rows of all
  /// planes) that is not the first. Copies of several earlier parts or strips may then still be
  /// running.
  bool isOneOfMany() const { return shape.isPart() || !shape.followsWriting; }
  /// Returns the number of ring buffer positions for a trapezoidal chunk (planes of one launch).
  /// The launches of such a chunk also compute or read planes on each side of it.
  std::int64_t stretch() const { return shape.chunk + 2 * shape.shift(); }
  std::int64_t originOf(int chunk) const;

  /// Adds tasks of kind `act` that copy the finished planes of a chunk (planes of one launch) out
  /// of the device. Calls `waitMore` with each task, so that the caller can make the task wait for
  /// other tasks.
  template <class More> void leave(TraversalAct act, int chunk, More waitMore);

  /// Appends a task of kind `act` for planes [begin, end) of chunk (planes of one launch) number
  /// `chunk`, and returns the task.
  TraversalTask &add(TraversalAct act, int chunk, int begin, int end);
  int queueOf(TraversalAct act) const;
  /// Makes the launch `task` wait until the planes of chunk (planes of one launch) number `chunk`
  /// that it reads have arrived on the device.
  void waitForArrival(TraversalTask &task, int chunk) const;

  /// Makes `task` wait until the planes that it overwrites in `ring` have been copied out of the
  /// device. The task writes positions (indices of planes plus an offset) below `toPlace`, modulo
  /// the planes of the ring buffer.
  void waitUntilReturned(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;

  /// Makes `task` wait until the planes that it overwrites in `ring` have been saved on the host,
  /// if an earlier part of a traversal (pass of all planes) saves them. The task writes positions
  /// (indices of planes plus an offset) below `toPlace`.
  void waitUntilSaved(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;
  /// Makes the copy `task` wait until the planes that it overwrites in `ring` are no longer read by
  /// launches and have been copied out. The task writes positions (indices of planes plus an
  /// offset) below `place`.
  void waitForRoom(TraversalTask &task, const FieldRing &ring, std::int64_t place) const;

  /// Removes records of copies whose planes have been overwritten in all ring buffers of the
  /// device.
  void forgetOld();

  static constexpr std::size_t kChunksRemembered = 8;
  const int device;
  std::vector<FieldRing> rings;
  int longest = 0; // longest ring buffer, in planes
  // True for each ring buffer that the previous traversal copied out.
  std::vector<bool> returnsBefore;
  TraversalShape shape;
  std::vector<TraversalTask> *tasks = nullptr;
  std::array<std::int64_t, kTraversalQueues> counts = {0, 0, 0};
  std::vector<Returned> returned, returnedBefore;
  std::vector<Returned> returnedEarlier, stored; // of earlier sweeps; of copies between parts
  /// Number of the last task that saved the ring buffers on the host, or -1. One entry for each
  /// pass of a window (range of planes) through the device.
  std::vector<std::int64_t> savedAt;
  std::vector<Freed> freed = {{-1, 0}};
  std::int64_t base = 0; // position of the first plane of a traversal
  // Last copies in of even and of odd chunks: from the backing store, or from the previous device.
  std::array<std::int64_t, 2> arrived = {-1, -1};
  int sweeps = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
