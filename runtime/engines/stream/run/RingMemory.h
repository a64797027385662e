/// \file The ring buffers (memory for a moving window of planes) of one device in an out-of-core
/// run: one for each buffer of each field.
#pragma once

#include "runtime/engines/stream/plan/OutOfCoreDomain.h"

namespace stencilc::inline STENCILC_SPACE {

/// Ring buffers of one device: their planned sizes, and their memory from allocate() until
/// release().
class RingMemory {
public:
  explicit RingMemory(Device &device) : device(device) {}
  RingMemory(const RingMemory &) = delete;
  RingMemory &operator=(const RingMemory &) = delete;
  ~RingMemory() { release(); }

  /// Sets the sizes: `rings` has one entry for each buffer of each field, ordered by field, and
  /// `layout` has the sizes of planes. Precondition: no memory has been allocated yet.
  void plan(std::vector<FieldRing> rings, RingLayout layout);
  /// Allocates the ring buffers. The device `writer` gets access to them, unless it is null. After
  /// a failure, release() must be called.
  Status allocate(Device *writer = nullptr);
  void release();

  const std::vector<FieldRing> &all() const { return rings; }
  std::size_t indexOf(int field, int buffer) const;
  /// Returns the bytes from one plane of a field to the next in a ring buffer.
  std::uint64_t pitchOf(int field) const {
    return layout.pitches[static_cast<std::size_t>(field)].bytes;
  }
  std::uint64_t bytesOf(std::size_t ring) const { return layout.bytesOf(rings[ring]); }
  unsigned char *start(std::size_t ring) const { return memory[ring]; }
  /// Returns the address of plane `z` in the ring buffer with index `ring`. The plane has the
  /// position `z` + `origin`, modulo the number of planes in the ring buffer. An access may cross
  /// the end of the ring buffer, which is mapped to memory twice, one after the other.
  unsigned char *placeOf(std::size_t ring, std::int64_t origin, int z) const;

private:
  Device &device;
  std::vector<FieldRing> rings;
  RingLayout layout;
  std::vector<unsigned char *> memory; // of each ring buffer
};

} // namespace stencilc::inline STENCILC_SPACE
