/// \file A traversal of the domain as data: copies and launches in the order of their queues, and
/// what each waits for. A pure function of shapes and rings; TaskRunner.h does what it says.
#pragma once

#include "stencilc/stream/StreamShape.h"
#include <array>
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

enum class StreamAct : std::uint8_t { CopyIn, Launch, CopyOut };

/// Queues in which tasks run one after the other. Without a pipeline all tasks are in Compute.
enum StreamQueue : int { kQueueIn, kQueueCompute, kQueueOut, kStreamQueues };

/// One task. Planes are those of the domain; beyond its ends they stand for the other end.
struct StreamTask {
  StreamAct act = StreamAct::CopyIn;
  int queue = kQueueIn;
  int sweep = 0, chunk = 0;
  int level = -1;         // of a launch: which of StreamShape::levels
  int begin = 0, end = 0; // planes copied or written
  bool endsChunk = false; // of a copy in: the last one before the launches of its chunk
  bool isState = false; // of a copy: of all buffers of updated fields, between parts of a traversal
  std::int64_t origin = 0; // plane z has place (z + origin) modulo the ring's planes
  std::int64_t number = 0; // in its queue, from 0
  std::array<std::int64_t, kStreamQueues> waits = {-1, -1, -1}; // tasks that must have ended
};

/// Makes the tasks of one traversal after the other; what a task waits for may belong to a
/// traversal before.
class StreamTasks {
public:
  explicit StreamTasks(std::vector<StreamRing> all);

  /// The tasks of the next traversal, or strip of a traversal, in an order in which they could also
  /// run one by one. `roles`: what the rings are to it (streamRings(), whose planes may be fewer
  /// here).
  std::vector<StreamTask> sweep(const StreamShape &shape, const std::vector<StreamRing> &roles);

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
  static bool isOneOfMany(const StreamShape &shape) {
    return shape.isPart() || !shape.followsWriting;
  }
  /// Places of a trapezoid.
  static std::int64_t stretch(const StreamShape &shape) { return shape.chunk + 2 * shape.shift(); }
  std::int64_t originOf(const StreamShape &shape, int chunk) const;

  /// Adds a task with planes [begin, end).
  StreamTask &add(const StreamShape &shape, StreamAct act, int chunk, int begin, int end);
  /// Lets `task` wait for task `number` of a queue. Its own queue is in order anyway.
  void wait(StreamTask &task, int queue, std::int64_t number) const;
  int queueOf(const StreamShape &shape, StreamAct act) const {
    return shape.isPipelined ? static_cast<int>(act) : kQueueCompute;
  }

  /// Places of `ring` below `toPlace` are about to be written: what was there must have left.
  void waitUntilReturned(StreamTask &task, const StreamRing &ring, std::int64_t toPlace,
                         int outQueue) const;

  /// Waits for what was copied out between parts of a traversal.
  void waitUntilSaved(StreamTask &task, const StreamRing &ring, std::int64_t toPlace,
                      int outQueue) const;
  /// Planes are about to be copied to places of `ring` below `place`.
  void waitForRoom(StreamTask &task, const StreamShape &shape, const StreamRing &ring,
                   std::int64_t place) const;

  /// Forgets what left the device, but for all that places of rings may still hold.
  void forgetOld(bool isOneOfMany);

  /// Brings back what the last part of this traversal left in the rings.
  void restore(const StreamShape &shape);
  void save(const StreamShape &shape);
  void copyIn(const StreamShape &shape, int chunk);
  void launch(const StreamShape &shape, int chunk);
  void copyOut(const StreamShape &shape, int chunk);

  static constexpr std::size_t kChunksRemembered = 8;
  std::vector<StreamRing> rings;
  int longest = 0;                 // ring, in planes
  std::vector<bool> returnsBefore; // ring by ring, in the traversal before
  std::vector<StreamTask> tasks;
  std::array<std::int64_t, kStreamQueues> counts = {0, 0, 0};
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
