/// \file Emits the ring buffers of a sweep kernel: planes of the block's tile in shared memory.
///
/// A ring buffer has the newest planes of a field, with the halo of the tile. Later planes are
/// loaded while the block computes with these.
#pragma once

#include "schedules/sweep/staged/StagedState.h"

namespace stencilc::schedules {

/// Emitter of the ring buffers of a sweep kernel, which have planes of the block's tile in shared
/// memory. It emits their declarations, the loads of planes into them, and the waits for these
/// loads.
class Rings {
public:
  explicit Rings(StagedState &state);

  /// Emits one kernel parameter for each ring buffer: its tensor map (descriptor of TMA loads, in
  /// which one thread copies a whole tile). Emits nothing if the plan does not use TMA.
  void declareMaps();
  /// Emits a struct with the ring buffers of kernel number `index`, and a variable of this type in
  /// shared memory. `title` names the kernel in comments of the emitted code.
  void declareShared(std::size_t index, const std::string &title);
  /// Returns the type of the struct, in the emitted code, that has the ring buffers as members.
  const kernel::Type &type() const { return sharedType; }
  /// Emits variables for the index of the thread in its block, and for the index of its first cell
  /// in a plane of each ring buffer. If the plan uses TMA (one thread copies a whole tile), it also
  /// emits a condition: TMA gives the right values for the block's tile.
  void declarePlaces();
  /// Emits the initialisation of the barriers (mbarrier) on which threads wait for TMA loads. Emits
  /// nothing if the plan does not use TMA.
  void prepareArrivals();
  /// Emits the lambda `fetch(count)`. It starts loading those planes into ring buffers that step
  /// `count` of the sweep needs, but no earlier step. Steps are counted from 0, the first step of
  /// the block.
  void defineFetch();
  /// Emits, before the loop over planes, the start of the loads for the first steps of the sweep.
  /// The number of these steps is the prefetch distance (number of planes loaded ahead of their
  /// use).
  void fetchFirst();
  /// Emits, in the loop over planes, the start of the loads for a later step of the sweep. It lies
  /// after the current step by the prefetch distance (number of planes loaded ahead of their use).
  /// If blocks are throttled, a block that is ahead of others starts these loads later.
  void fetchNext();
  /// Emits the call that begins the throttling of this block. A throttled block that is ahead of
  /// other blocks starts its loads later, so that all blocks stay near the same plane. Emits
  /// nothing if the plan does not throttle blocks.
  void joinPace();
  /// Emits the call that ends the throttling of this block, so that other blocks no longer wait for
  /// it. Emits nothing if the plan does not throttle blocks.
  void leavePace();
  /// Emits a wait until the newest plane that this step of the sweep needs is in shared memory.
  /// Also emits a barrier, after which the oldest plane may be overwritten, because all threads of
  /// the block have read it.
  void wait();

  /// Returns the address in shared memory, as an expression, of the thread's first cell in `plane`
  /// of the ring buffer of `level`. `plane` is relative to the plane being updated.
  kernel::Term cells(const StagedLevel &level, int plane) const;

private:
  struct Ring {
    const StagedLevel *level;
    std::vector<kernel::Term> tile; // TMA loads a tile if all of these hold
    bool isAlways = false;          // TMA gives the right values for all tiles and planes
    kernel::VarId slots = {};       // member of the emitted struct
    std::optional<kernel::Term> map = {}, at = {}, isWhole = {};
  };

  bool isTensor() const { return s.plan.engine == plan::CopyEngine::Tensor; }
  /// Returns true if threads copy planes into shared memory by asynchronous copies (cp.async). If
  /// the plan uses TMA, they do so only for tiles and planes at faces where TMA gives wrong values.
  bool isAsync() const;
  bool givesZero(const StagedLevel &level, int axis, Side side) const;
  /// Emits the condition that TMA (one thread copies a whole tile) gives the right values for the
  /// block's tile in `ring`, and sets `ring.isWhole` to it. If it is false at run time, all threads
  /// copy the tile. Sets `ring.isAlways` instead if TMA gives the right values for all tiles and
  /// planes.
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
