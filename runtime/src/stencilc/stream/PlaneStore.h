/// \file Interface of the backing store: the memory that planes are copied from and to, between
/// traversals or between parts of one.
#pragma once

#include "stencilc/stream/Checksums.h"
#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Contiguous planes in a backing store.
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
  /// Returns the location of plane `z`, and of the planes behind it, that copy `task` reads or
  /// writes. They are of `field` at level t-`age`. If the task copies a state, `age` is the index
  /// of a buffer.
  virtual StoredPlanes planesAt(const TraversalTask &task, const TraversalShape &shape, int field,
                                int age, int z) const = 0;
  /// Returns the checksums of the planes in this store, or null if it has none.
  virtual Checksums *checksums() { return nullptr; }
};

} // namespace stencilc::inline STENCILC_SPACE
