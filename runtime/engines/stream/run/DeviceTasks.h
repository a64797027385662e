/// \file Tasks of one device of an out-of-core run: copies of planes into and out of its ring
/// buffers, and kernel launches.
#pragma once

#include "runtime/engines/stream/run/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Creates the tasks (copies and launches) of one device of an out-of-core run. Records which task
/// reads or writes which planes of the ring buffers (device memory for a moving range of planes).
/// So later tasks can wait before they overwrite planes.
class DeviceTasks {
public:
  /// Creates an object without tasks. `device` is the index of the device among those that planes
  /// pass through, and `all` are its ring buffers (device memory for a moving range of planes).
  DeviceTasks(int device, std::vector<FieldRing> all);

  /// Begins a traversal (pass of all planes), or its next strip (range of rows of every plane).
  /// `roles` has one entry for each ring buffer: whether this traversal copies planes into it, and
  /// out of it. `number` is the number of traversals and strips begun before. Later calls append
  /// their tasks to `into`.
  void begin(const TraversalShape &shape, const std::vector<FieldRing> &roles, int number,
             std::vector<TraversalTask> &into);
  /// Adds the tasks that copy planes from host memory back into the ring buffers of the device.
  /// save() has copied the same planes to the host at the end of the previous part (range of
  /// planes) of this traversal (pass of all planes). Adds no task for the first part.
  void restore();
  /// Adds the tasks that copy chunk (planes of one launch) number `chunk` to the device, from host
  /// memory or a file buffer. `last` is the last device that planes pass through. The tasks wait
  /// until `last` has copied these planes out in the previous traversal (pass of all planes).
  void copyIn(int chunk, const DeviceTasks &last);
  void launch(int chunk);
  /// Adds the tasks that copy planes back to the backing store (host memory): all planes that are
  /// complete after chunk (planes of one launch) number `chunk`.
  void copyOut(int chunk);
  /// Adds the tasks that copy planes to the ring buffers of `next`, the next device: all planes
  /// that are complete after chunk (planes of one launch) number `chunk`.
  void handOver(int chunk, DeviceTasks &next);
  /// Adds the tasks that copy the last planes of the current part (range of planes) from the ring
  /// buffers of the device to the host. The next part of this traversal (pass of all planes) copies
  /// them back with restore(). Adds no task if there is no next part.
  void save();
  void end();

private:
  /// Planes that one task has copied out of the device: the number of the task in its queue, the
  /// position of the first plane in the ring buffers, and the index of that plane. The position is
  /// the index plus TraversalTask::origin.
  struct Returned {
    std::int64_t task, place;
    int begin;
  };
  /// Number of a launch in the launch queue, and a position in the ring buffers. Later launches
  /// read no planes at smaller positions. The position of a plane is its index plus
  /// TraversalTask::origin.
  struct Freed {
    std::int64_t task, place;
  };

  /// Returns true if copies of several earlier parts or strips may still be running. That is so for
  /// each part (range of planes) of a traversal (pass of all planes). It is also so for each strip
  /// (range of rows of every plane) after the first.
  bool isOneOfMany() const { return shape.isPart() || !shape.followsWriting; }
  /// Returns the number of planes for which a trapezoidal chunk (planes of one launch) needs space
  /// in a ring buffer. The launches of such a chunk also compute or read planes on both sides of
  /// it, which are counted too.
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
  /// device. `toPlace` is one more than the last position that the task writes. The position of a
  /// plane is its index plus `task.origin`, and its slot is the position modulo the planes of
  /// `ring`.
  void waitUntilReturned(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;

  /// Makes `task` wait until save() of an earlier part (range of planes) has copied the planes that
  /// it overwrites in `ring` to the host. `toPlace` is one more than the last position that the
  /// task writes. The position of a plane is its index plus `task.origin`, and its slot is the
  /// position modulo the planes of `ring`.
  void waitUntilSaved(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;
  /// Makes the copy `task` wait until the planes that it overwrites in `ring` are no longer read by
  /// launches and have been copied out. `place` is one more than the last position that the task
  /// writes. The position of a plane is its index plus `task.origin`, and its slot is the position
  /// modulo the planes of `ring`.
  void waitForRoom(TraversalTask &task, const FieldRing &ring, std::int64_t place) const;

  /// Prepares the lists of copies for the next traversal (pass of all planes) or strip: copies of
  /// the current one become copies of the previous one. Removes old copies whose planes have been
  /// overwritten in all ring buffers of the device.
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
  /// Number, in the queue of copies out, of the last task that save() has added, or -1 if there is
  /// none. There is one entry for each pass of a window (range of planes in host memory) through
  /// the device.
  std::vector<std::int64_t> savedAt;
  std::vector<Freed> freed = {{-1, 0}};
  std::int64_t base = 0; // position of the first plane of a traversal
  // Last copies in of even and of odd chunks: from the backing store, or from the previous device.
  std::array<std::int64_t, 2> arrived = {-1, -1};
  int sweeps = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
