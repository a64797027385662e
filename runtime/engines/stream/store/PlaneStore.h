/// \file Interface of a backing store: host memory that holds the planes of a domain while they are
/// not on the device. Each traversal (pass of all planes through the device) copies planes from the
/// store to the device and back.
#pragma once

#include "runtime/engines/stream/run/TraversalTask.h"
#include "runtime/engines/stream/store/Checksums.h"

namespace stencilc::inline STENCILC_SPACE {

/// Contiguous planes in the backing store: the memory that holds the domain while its planes are
/// not on the device.
struct StoredPlanes {
  unsigned char *data = nullptr; // first row of the first plane
  std::uint64_t pitch = 0;       // bytes from plane to plane
  int count = 0;
  unsigned char *pinned = nullptr; // start of the pinned memory that contains them
  std::uint64_t slot = 0;          // checksum slot of the first plane
  bool isOnDevice = false;         // in device memory: neither pinned nor with checksums
};

class PlaneStore {
public:
  virtual ~PlaneStore() = default;
  /// Returns the memory of plane `z` of `field` at time t-`age` in the store, which the copy `task`
  /// reads or writes, and the number of contiguous planes there. If `task` saves or restores ring
  /// buffers between parts (ranges of planes) of a traversal, `age` is instead the index of a ring
  /// buffer.
  virtual StoredPlanes planesAt(const TraversalTask &task, const TraversalShape &shape, int field,
                                int age, int z) const = 0;
  /// Returns the checksums of planes in this store, or null if the store has none.
  virtual Checksums *checksums() { return nullptr; }
  /// Returns the number of traversals (passes of all planes) whose results this store has received,
  /// from 0. Traversals that only compute reductions do not count.
  virtual int traversalsSoFar() const { return 0; }
};

} // namespace stencilc::inline STENCILC_SPACE
