/// \file Copies of planes, or of what a strip has of them, between a store and rings.
#pragma once

#include "stencilc/stream/PlaneStore.h"
#include "stencilc/stream/RingMemory.h"
#include "stencilc/stream/Strips.h"

namespace stencilc::inline STENCILC_SPACE {

class PlaneCopies {
public:
  PlaneCopies(const OutOfCoreDomain &domain, const RingMemory &rings, PlaneStore &store,
              std::uint64_t pinnedPiece)
      : domain(domain), rings(rings), store(store), pinnedPiece(pinnedPiece) {}

  /// Enqueues the copies that `task` is, of all fields, with the checksums of what they move.
  Status enqueue(const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                 Lane &lane);
  /// Bytes so far that went over the link.
  double bytesIn() const { return copiedIn; }
  double bytesOut() const { return copiedOut; }

private:
  /// What a task copies of one buffer.
  struct Part {
    const TraversalTask &task;
    const TraversalShape &shape;
    Lane &lane;
    bool in;
    int field;
    int age;               // or buffer, as PlaneStore::planesAt takes it
    std::size_t ring;      // where they are on the device
    std::uint64_t bytes;   // of each plane
    std::uint64_t inRing;  // where those begin in a plane there
    std::uint64_t inStore; // and in the store
  };

  Status enqueueField(int field, const TraversalTask &task, const TraversalShape &shape,
                      const Strip &strip, Lane &lane);
  Status copy(const Part &part);
  Status copyTogether(const Part &part, const StoredPlanes &stored, int z);
  Status copyBox(const Part &part, const StoredPlanes &stored, int z, std::uint64_t from,
                 std::uint64_t size) const;
  std::uint64_t roomFor(const StoredPlanes &stored) const;

  const OutOfCoreDomain &domain;
  const RingMemory &rings;
  PlaneStore &store;
  const std::uint64_t pinnedPiece; // bytes that a copy must not run over the end of
  double copiedIn = 0, copiedOut = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
