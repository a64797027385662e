/// \file Emits the ring buffers of planes in shared memory that a sweep uses.
///
/// A ring buffer has the newest planes of a field with the halo of the block's tile. The next
/// planes are loaded while the block computes with the others.
#pragma once

#include "schedules/sweep/staged/StagedState.h"

namespace stencilc::schedules {

/// Emitter of the ring buffers of a sweep kernel: their declarations, the loads of planes into
/// them, and the waits for these loads.
class Rings {
public:
  explicit Rings(StagedState &state);

  /// Emits one kernel parameter for each ring buffer, its tensor map (descriptor for tensor loads).
  /// Emits nothing if the plan does not use tensor loads.
  void declareMaps();
  /// Emits the struct with the ring buffers of kernel number `index`, and its declaration in shared
  /// memory. `title` names the kernel in comments of the emitted code.
  void declareShared(std::size_t index, const std::string &title);
  /// Returns the type of the emitted struct with the ring buffers in shared memory.
  const kernel::Type &type() const { return sharedType; }
  /// Emits variables for the index of the thread in its block, and for the index of its first cell
  /// in a slot of each ring buffer. With tensor loads (TMA: one thread copies a whole tile), it
  /// also emits the condition that they give the right values for the block's tile.
  void declarePlaces();
  /// Emits the initialisation of the barriers on which threads wait for tensor loads. Emits nothing
  /// if the plan does not use tensor loads.
  void prepareArrivals();
  /// Emits the lambda `fetch(count)`. It starts the loads of those planes that step `count` of the
  /// sweep needs and no earlier step has loaded.
  void defineFetch();
  /// Emits, before the loop over planes, the start of the loads for the first steps of the sweep.
  /// The number of these steps is the prefetch distance (planes loaded ahead of their use).
  void fetchFirst();
  /// Emits, in the loop over planes, the start of the loads for a later step of the sweep. The
  /// number of steps between the two is the prefetch distance (planes loaded ahead of their use).
  void fetchNext();
  /// Emits the call that begins the throttling of this block. A throttled block that is ahead of
  /// other blocks starts fewer loads in advance. Emits nothing if the plan does not throttle
  /// blocks.
  void joinPace();
  /// Emits the call that ends the throttling of this block, so that other blocks no longer wait for
  /// it. Emits nothing if the plan does not throttle blocks.
  void leavePace();
  /// Emits a wait until the newest plane is in shared memory, and a barrier after which no thread
  /// of the block reads the oldest plane.
  void wait();

  /// Returns the address in shared memory of the thread's first cell in `plane` of the ring buffer
  /// of `level`. `plane` is relative to the plane being updated.
  kernel::Term cells(const StagedLevel &level, int plane) const;

private:
  struct Ring {
    const StagedLevel *level;
    std::vector<kernel::Term> tile; // conditions for loading a tile by a tensor load
    bool isAlways = false;          // tensor loads give the right values for all tiles and planes
    kernel::VarId slots = {};       // member of the emitted struct
    std::optional<kernel::Term> map = {}, at = {}, isWhole = {};
  };

  bool isTensor() const { return s.plan.engine == plan::CopyEngine::Tensor; }
  /// Returns true if threads copy planes into shared memory by asynchronous copies (cp.async). With
  /// tensor loads, they do so only for tiles that reach beyond a face where tensor loads give wrong
  /// values.
  bool isAsync() const;
  bool givesZero(const StagedLevel &level, int axis, Side side) const;
  /// Emits the condition that tensor loads (TMA: one thread copies a whole tile) give the right
  /// values for the block's tile, and sets `ring.isWhole` to it. If it is false at run time, all
  /// threads copy the tile. Emits no condition if it is true for all tiles.
  void askTile(Ring &ring);
  void fetch(const kernel::Term &count);
  void fetchPlane(Ring &ring, const kernel::Term &plane, const kernel::Term &count);
  void loadTensor(Ring &ring, const kernel::Term &slot, const kernel::Term &plane,
                  const kernel::Term &count);
  kernel::Term arrived(const kernel::Term &count) const;
  std::vector<kernel::Term> firstCell(const Ring &ring, const kernel::Term &plane) const;

  StagedState &s;
  kernel::Builder &k;
  std::vector<Ring> rings;
  kernel::Type sharedType;
  kernel::VarId arrivals;
  std::optional<kernel::Term> shared, thread, fetchPlanes;
  // `pace` is the state of throttling, in one thread. `fetched` counts the steps whose planes have
  // been or are being loaded.
  std::optional<kernel::Term> pace, fetched;
};

} // namespace stencilc::schedules
