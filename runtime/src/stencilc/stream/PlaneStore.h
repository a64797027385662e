/// \file What is at the other end of copies to and from rings: where planes are between traversals,
/// or between the parts of one.
#pragma once

#include "stencilc/stream/Checksums.h"
#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Planes that follow each other in a store.
struct StoredPlanes {
  unsigned char *data = nullptr; // the first row of the first one
  std::uint64_t pitch = 0;       // from one plane to the next
  int count = 0;
  unsigned char *pinned = nullptr; // where the pinned memory begins that they are in
  std::uint64_t slot = 0;          // of the first one's checksum
  bool isOnDevice = false;         // in memory of the device: nothing is pinned, nothing summed
};

class PlaneStore {
public:
  virtual ~PlaneStore() = default;
  /// Where plane z of a copy is, and those after it, of a field at t-`age`; where the task is of a
  /// state, of buffer `age`.
  virtual StoredPlanes planesAt(const TraversalTask &task, const TraversalShape &shape, int field,
                                int age, int z) const = 0;
  /// Sums of what rests here; null: none are kept.
  virtual Checksums *checksums() { return nullptr; }
};

} // namespace stencilc::inline STENCILC_SPACE
