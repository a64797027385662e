/// \file Copies of planes, or of some rows of planes, between the backing store (host memory) and
/// ring buffers on the device.
#pragma once

#include "runtime/engines/stream/plan/Strips.h"
#include "runtime/engines/stream/run/RingMemory.h"
#include "runtime/engines/stream/store/PlaneStore.h"

namespace stencilc::inline STENCILC_SPACE {

class PlaneCopies {
public:
  PlaneCopies(const OutOfCoreDomain &domain, const RingMemory &rings, PlaneStore &store,
              std::uint64_t pinnedPiece)
      : domain(domain), rings(rings), store(store), pinnedPiece(pinnedPiece) {}

  /// Enqueues the copies of `task` for all fields in the rows of `strip` (range of rows of every
  /// plane), and the computation of checksums for the copied planes.
  Status enqueue(const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                 Lane &lane);
  /// Returns the bytes copied so far from the host to the device.
  double bytesIn() const { return copiedIn; }
  /// Returns the bytes copied so far from the device to the host.
  double bytesOut() const { return copiedOut; }

private:
  /// The planes of one buffer of a field that one copy task transfers between host and device.
  struct Part {
    const TraversalTask &task;
    const TraversalShape &shape;
    Lane &lane;
    bool in;
    int field;
    int age;               // for a state, the buffer; see PlaneStore::planesAt
    std::size_t ring;      // ring buffer on the device
    std::uint64_t bytes;   // bytes of each plane
    std::uint64_t inRing;  // offset of these bytes in a plane of the ring buffer
    std::uint64_t inStore; // offset of these bytes in a plane of the store
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
  const std::uint64_t pinnedPiece; // a copy must not cross a multiple of this many bytes
  double copiedIn = 0, copiedOut = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
