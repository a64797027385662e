/// \file Emits the ring buffers of planes in shared memory that a staged sweep uses. Each plane
/// includes the halo of the block's tile. The newest planes are being loaded while the block
/// computes with the others.
#pragma once

#include "schedules/sweep/StagedState.h"

namespace stencilc::schedules {

/// Emitter of the ring buffers of a sweep kernel: their declarations, their loads, and the waits
/// for these.
class Rings {
public:
  explicit Rings(StagedState &state);

  /// Emits a kernel parameter for the tensor map of each ring buffer.
  void declareMaps();
  /// Emits the struct of kernel `index` that holds its ring buffers in shared memory. `title` names
  /// the kernel in comments.
  void declareShared(std::size_t index, const std::string &title);
  /// Returns the type of the struct that holds the ring buffers in shared memory.
  const kernel::Type &type() const { return sharedType; }
  /// Emits the index of the thread's cells in the ring buffers, and the condition that tensor loads
  /// can load the tile of the block.
  void declarePlaces();
  /// Emits the initialisation of the barriers on which threads wait for tensor loads.
  void prepareArrivals();
  /// Emits a function that starts loads for one step of the sweep: of the planes that no earlier
  /// step needs.
  void defineFetch();
  /// Emits the start of the loads for the first steps of the sweep.
  void fetchFirst();
  /// Emits the start of the loads for a later step of the sweep.
  void fetchNext();
  /// Emits a call that synchronises the speed of this block with that of other blocks, until
  /// leavePace(). Emits nothing if the plan does not throttle blocks.
  void joinPace();
  void leavePace();
  /// Emits a wait until the newest plane is in shared memory and no thread reads the oldest one any
  /// longer.
  void wait();

  /// Returns the address of the thread's first cell in a plane of a ring buffer.
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
  /// Returns whether threads copy planes into shared memory by asynchronous copies, alone or
  /// together with tensor loads.
  bool isAsync() const;
  bool givesZero(const StagedLevel &level, int axis, Side side) const;
  /// Emits the condition that tensor loads can load the tile of the block.
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
