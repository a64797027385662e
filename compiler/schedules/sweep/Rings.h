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

  /// Emits a kernel parameter for the tensor map (descriptor for tensor loads) of each ring buffer.
  void declareMaps();
  /// Emits the struct of kernel `index` that holds its ring buffers in shared memory. `title` names
  /// the kernel in comments.
  void declareShared(std::size_t index, const std::string &title);
  /// Returns the type of the struct that holds the ring buffers in shared memory.
  const kernel::Type &type() const { return sharedType; }
  /// Emits the position of the thread's first cell in each ring buffer. With tensor loads (TMA: one
  /// thread copies a whole tile) it also emits the condition that they can load the tile of the
  /// block.
  void declarePlaces();
  /// Emits the initialisation of the barriers on which threads wait for tensor loads.
  void prepareArrivals();
  /// Emits a function that starts the loads of those planes that one step of the sweep needs and no
  /// earlier step has loaded.
  void defineFetch();
  /// Emits the start of the loads of the planes for the first steps of the sweep.
  void fetchFirst();
  /// Emits the start of the loads of the planes for a later step of the sweep, as far ahead as the
  /// prefetch distance.
  void fetchNext();
  /// Emits the call that begins the throttling of this block. A throttled block starts fewer loads
  /// in advance if it is ahead of other blocks. Emits nothing if the plan does not throttle blocks.
  void joinPace();
  /// Emits the call that ends the throttling of this block, so that other blocks no longer take its
  /// plane into account. Emits nothing if the plan does not throttle blocks.
  void leavePace();
  /// Emits a wait until the newest plane is in shared memory and no thread reads the oldest plane
  /// any more.
  void wait();

  /// Returns the address of the thread's first cell in `plane` of a ring buffer. Planes are
  /// relative to the plane being updated.
  kernel::Term cells(const StagedLevel &level, int plane) const;

private:
  struct Ring {
    const StagedLevel *level;
    std::vector<kernel::Term> tile, planes; // conditions for loading a tile by a tensor load
    bool isAlways = false;    // tensor loads give all values beyond the grid that are read
    kernel::VarId slots = {}; // member of the struct
    std::optional<kernel::Term> map = {}, at = {}, isWhole = {};
  };

  bool isTensor() const { return s.plan.engine == plan::CopyEngine::Tensor; }
  /// Returns true if threads copy planes into shared memory by asynchronous copies, for all tiles
  /// or for those that tensor loads cannot load.
  bool isAsync() const;
  bool givesZero(const StagedLevel &level, int axis, Side side) const;
  /// Emits the condition that tensor loads (TMA: one thread copies a whole tile) can load the tile
  /// of the block, and stores it in `ring`. If it is false, all threads copy the tile. Emits
  /// nothing if it holds for all tiles.
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
  // Pace: of one thread; fetched: steps whose planes are being loaded.
  std::optional<kernel::Term> pace, fetched;
};

} // namespace stencilc::schedules
