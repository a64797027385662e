/// \file A traversal of the domain as data: copies and launches in the order of their queues, and
/// what each waits for. A pure function of shapes and rings; TaskRunner.h does what it says.
#pragma once

#include "stencilc/stream/TraversalShape.h"
#include <array>
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

enum class TraversalAct : std::uint8_t { CopyIn, Launch, CopyOut };

/// Queues in which tasks run one after the other. Without a pipeline all tasks are in Compute.
enum TraversalQueue : int { kQueueIn, kQueueCompute, kQueueOut, kTraversalQueues };

/// One task. Planes are those of the domain; beyond its ends they stand for the other end.
struct TraversalTask {
  TraversalAct act = TraversalAct::CopyIn;
  int queue = kQueueIn;
  int sweep = 0, chunk = 0;
  int level = -1;         // of a launch: which of TraversalShape::levels
  int begin = 0, end = 0; // planes copied or written
  bool endsChunk = false; // of a copy in: the last one before the launches of its chunk
  bool isState = false; // of a copy: of all buffers of updated fields, between parts of a traversal
  std::int64_t origin = 0; // plane z has place (z + origin) modulo the ring's planes
  std::int64_t number = 0; // in its queue, from 0
  std::array<std::int64_t, kTraversalQueues> waits = {-1, -1, -1}; // tasks that must have ended
};

/// Makes the tasks of one traversal after the other; what a task waits for may belong to a
/// traversal before.
class TraversalTasks {
public:
  explicit TraversalTasks(std::vector<FieldRing> all);

  /// The tasks of the next traversal, or strip of a traversal, in an order in which they could also
  /// run one by one. `roles`: what the rings are to it (fieldRings(), whose planes may be fewer
  /// here).
  std::vector<TraversalTask> sweep(const TraversalShape &shape,
                                   const std::vector<FieldRing> &roles);

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
  static bool isOneOfMany(const TraversalShape &shape) {
    return shape.isPart() || !shape.followsWriting;
  }
  /// Places of a trapezoid.
  static std::int64_t stretch(const TraversalShape &shape) {
    return shape.chunk + 2 * shape.shift();
  }
  std::int64_t originOf(const TraversalShape &shape, int chunk) const;

  /// Adds a task with planes [begin, end).
  TraversalTask &add(const TraversalShape &shape, TraversalAct act, int chunk, int begin, int end);
  /// Lets `task` wait for task `number` of a queue. Its own queue is in order anyway.
  void wait(TraversalTask &task, int queue, std::int64_t number) const;
  int queueOf(const TraversalShape &shape, TraversalAct act) const {
    return shape.isPipelined ? static_cast<int>(act) : kQueueCompute;
  }

  /// Places of `ring` below `toPlace` are about to be written: what was there must have left.
  void waitUntilReturned(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace,
                         int outQueue) const;

  /// Waits for what was copied out between parts of a traversal.
  void waitUntilSaved(TraversalTask &task, const FieldRing &ring, std::int64_t toPlace,
                      int outQueue) const;
  /// Planes are about to be copied to places of `ring` below `place`.
  void waitForRoom(TraversalTask &task, const TraversalShape &shape, const FieldRing &ring,
                   std::int64_t place) const;

  /// Forgets what left the device, but for all that places of rings may still hold.
  void forgetOld(bool isOneOfMany);

  /// Brings back what the last part of this traversal left in the rings.
  void restore(const TraversalShape &shape);
  void save(const TraversalShape &shape);
  void copyIn(const TraversalShape &shape, int chunk);
  void launch(const TraversalShape &shape, int chunk);
  void copyOut(const TraversalShape &shape, int chunk);

  static constexpr std::size_t kChunksRemembered = 8;
  std::vector<FieldRing> rings;
  int longest = 0;                 // ring, in planes
  std::vector<bool> returnsBefore; // ring by ring, in the traversal before
  std::vector<TraversalTask> tasks;
  std::array<std::int64_t, kTraversalQueues> counts = {0, 0, 0};
  std::vector<Returned> returned, returnedBefore;
  std::vector<Returned> returnedEarlier, stored; // by sweeps before those; between parts
  std::vector<std::int64_t>
      savedAt; // the last copy of what each chained traversal left in the rings
  std::vector<Freed> freed = {{-1, 0}};
  std::int64_t base = 0;                          // place of the first plane of a traversal
  std::array<std::int64_t, 2> arrived = {-1, -1}; // last copy of even and of odd chunks
  int sweeps = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
