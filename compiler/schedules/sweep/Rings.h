/// \file Rings of planes in shared memory, each with the halo of the block's tile: the newest ones
/// are on their way while the block updates from the others.
#pragma once

#include "schedules/sweep/StagedState.h"

namespace stencilc::schedules {

class Rings {
public:
  explicit Rings(StagedState &state);

  /// Declares a parameter for each tensor map.
  void declareMaps();
  /// Declares the shared memory of kernel `index`, which `title` names.
  void declareShared(std::size_t index, const std::string &title);
  /// The type of that memory.
  const kernel::Type &type() const { return sharedType; }
  /// Says where the thread's cells are, and which tiles tensor loads bring.
  void declarePlaces();
  /// Makes the barriers ready on which tensor loads arrive.
  void prepareArrivals();
  /// Defines the function that begins to bring what a step is the first to need.
  void defineFetch();
  /// Begins to bring what the first steps need.
  void fetchFirst();
  /// Begins to bring what a later step needs.
  void fetchNext();
  /// The block takes part in the pace of all, if the plan has one, until leavePace().
  void joinPace();
  void leavePace();
  /// Waits until the newest plane is there and nobody reads the oldest any more.
  void wait();

  /// The first of the thread's cells in a plane, in shared memory.
  kernel::Term cells(const StagedLevel &level, int plane) const;

private:
  struct Ring {
    const StagedLevel *level;
    std::vector<kernel::Term> tile, planes; // what tensor loads ask before they bring a tile
    bool isAlways = false;                  // tensor loads give all there is beyond the grid
    kernel::VarId slots = {};               // member of the struct
    std::optional<kernel::Term> map = {}, at = {}, isWhole = {};
  };

  bool isTensor() const { return s.plan.engine == plan::CopyEngine::Tensor; }
  /// Whether threads copy beside their work, too.
  bool isAsync() const;
  bool givesZero(const StagedLevel &level, int axis, Side side) const;
  /// Whether tensor loads bring the tile at the block's place.
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
  std::optional<kernel::Term> pace, fetched; // of one thread; steps whose planes are on their way
};

} // namespace stencilc::schedules
