/// \file Ring buffers of planes in shared memory, each plane with the halo of the block's tile. The
/// newest planes are being loaded while the block computes with the others.
#pragma once

#include "schedules/sweep/StagedState.h"

namespace stencilc::schedules {

/// Writes the declarations, loads and waits of the ring buffers of a kernel.
class Rings {
public:
  explicit Rings(StagedState &state);

  /// Declares a parameter for each tensor map.
  void declareMaps();
  /// Declares the struct in shared memory of kernel `index`; `title` is its name in comments.
  void declareShared(std::size_t index, const std::string &title);
  /// Returns the type of that struct.
  const kernel::Type &type() const { return sharedType; }
  /// Declares the indices of the thread's cells, and which tiles tensor loads can load.
  void declarePlaces();
  /// Initialises the barriers of tensor loads.
  void prepareArrivals();
  /// Defines the function that starts the loads of the planes that a step is the first to read.
  void defineFetch();
  /// Starts the loads for the first steps.
  void fetchFirst();
  /// Starts the loads for a later step.
  void fetchNext();
  /// Adds the block to the common pace, if the plan has one, until leavePace().
  void joinPace();
  void leavePace();
  /// Waits until the newest plane has arrived and no thread reads the oldest one.
  void wait();

  /// Returns the first of the thread's cells in a plane in shared memory.
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
  /// Returns true if threads also copy asynchronously.
  bool isAsync() const;
  bool givesZero(const StagedLevel &level, int axis, Side side) const;
  /// Declares whether tensor loads can load the tile of the block.
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
