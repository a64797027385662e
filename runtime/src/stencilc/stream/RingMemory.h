/// \file The ring buffers of a device in an out-of-core run: one for each buffer of each field.
#pragma once

#include "stencilc/stream/OutOfCoreDomain.h"

namespace stencilc::inline STENCILC_SPACE {

/// Ring buffers: their plan, and their memory between allocate() and release().
class RingMemory {
public:
  explicit RingMemory(Device &device) : device(device) {}
  RingMemory(const RingMemory &) = delete;
  RingMemory &operator=(const RingMemory &) = delete;
  ~RingMemory() { release(); }

  /// Sets the plan: one ring buffer for each buffer of each field, ordered by field, as made by
  /// fieldRings(). No memory may be allocated yet.
  void plan(std::vector<FieldRing> rings, RingLayout layout);
  /// Allocates the ring buffers. `writer` is another device that writes to them, or null. After a
  /// failure, release() frees those that were allocated.
  Status allocate(Device *writer = nullptr);
  void release();

  const std::vector<FieldRing> &all() const { return rings; }
  std::size_t indexOf(int field, int buffer) const;
  /// Returns the bytes from one plane of a field to the next.
  std::uint64_t pitchOf(int field) const {
    return layout.pitches[static_cast<std::size_t>(field)].bytes;
  }
  std::uint64_t bytesOf(std::size_t ring) const { return layout.bytesOf(rings[ring]); }
  unsigned char *start(std::size_t ring) const { return memory[ring]; }
  /// Returns the address of plane `z`. Its position is `z` + `origin`, modulo the planes of the
  /// ring buffer. From there, as many planes are contiguous as the ring buffer has.
  unsigned char *placeOf(std::size_t ring, std::int64_t origin, int z) const;

private:
  Device &device;
  std::vector<FieldRing> rings;
  RingLayout layout;
  std::vector<unsigned char *> memory; // of each ring buffer
};

} // namespace stencilc::inline STENCILC_SPACE
