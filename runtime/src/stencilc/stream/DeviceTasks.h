/// \file The tasks of one device in traversals: what is in its rings, and what has left them.
#pragma once

#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Remembers, from traversal to traversal, which tasks write and read which places of the rings.
/// Tasks are made in the order in which TraversalTasks asks for them.
class DeviceTasks {
public:
  /// `device`: its number in the chain.
  DeviceTasks(int device, std::vector<FieldRing> all);

  /// A traversal begins, or a strip of one, with what the rings are to it (fieldRings(), whose
  /// planes may be fewer here). `number`: of those before. Tasks go to `into`.
  void begin(const TraversalShape &shape, const std::vector<FieldRing> &roles, int number,
             std::vector<TraversalTask> &into);
  /// Brings back what the last part of this traversal left in the rings.
  void restore();
  /// What a chunk reads of the store, where `last` has written in the traversal before.
  void copyIn(int chunk, const DeviceTasks &last);
  void launch(int chunk);
  /// What a chunk has finished goes to the store.
  void copyOut(int chunk);
  /// Or to the next device of the chain.
  void handOver(int chunk, DeviceTasks &next);
  /// Leaves in the store what the next part of this traversal finds in the rings.
  void save();
  void end();

private:
  /// A plane that has left the device: by which task, and where it was.
  struct Returned {
    std::int64_t task, place;
    int begin;
  };
  /// Places below `place` are not needed by launches after `task`.
  struct Freed {
    std::int64_t task, place;
  };

  /// A part of a traversal, or a strip of it but the first: what still leaves the device may be of
  /// several sweeps before.
  bool isOneOfMany() const { return shape.isPart() || !shape.followsWriting; }
  /// Places of a trapezoid.
  std::int64_t stretch() const { return shape.chunk + 2 * shape.shift(); }
  std::int64_t originOf(int chunk) const;

  /// What a chunk has finished leaves the device, piece by piece; `waitMore(task)` adds what the
  /// way it takes has to wait for.
  template <class More> void leave(TraversalAct act, int chunk, More waitMore);

  /// Adds a task with planes [begin, end).
  TraversalTask &add(TraversalAct act, int chunk, int begin, int end);
  int queueOf(TraversalAct act) const;
  /// Lets `task` wait until what it reads of a chunk has arrived.
  void waitForArrival(TraversalTask &task, int chunk) const;

  /// Places of `ring` below `toPlace` are about to be written: what was there must have left.
  void waitUntilReturned(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;

  /// Waits for what was copied out between parts of a traversal.
  void waitUntilSaved(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace) const;
  /// Planes are about to be copied to places of `ring` below `place`.
  void waitForRoom(TraversalTask &task, const FieldRing &ring, std::int64_t place) const;

  /// Forgets what left the device, but for all that places of rings may still hold.
  void forgetOld();

  static constexpr std::size_t kChunksRemembered = 8;
  const int device;
  std::vector<FieldRing> rings;
  int longest = 0;                 // ring, in planes
  std::vector<bool> returnsBefore; // ring by ring, in the traversal before
  TraversalShape shape;
  std::vector<TraversalTask> *tasks = nullptr;
  std::array<std::int64_t, kTraversalQueues> counts = {0, 0, 0};
  std::vector<Returned> returned, returnedBefore;
  std::vector<Returned> returnedEarlier, stored; // by sweeps before those; between parts
  std::vector<std::int64_t>
      savedAt; // the last copy of what each chained traversal left in the rings
  std::vector<Freed> freed = {{-1, 0}};
  std::int64_t base = 0; // place of the first plane of a traversal
  // The last copy of even and of odd chunks: of the device's own, or of the one before it.
  std::array<std::int64_t, 2> arrived = {-1, -1};
  int sweeps = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
