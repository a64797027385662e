/// \file The rings of a device that planes pass through: one for each buffer of each field.
#pragma once

#include "stencilc/stream/OutOfCoreDomain.h"

namespace stencilc::inline STENCILC_SPACE {

/// Rings as they are planned, and their memory from allocate() to release().
class RingMemory {
public:
  explicit RingMemory(Device &device) : device(device) {}
  RingMemory(const RingMemory &) = delete;
  RingMemory &operator=(const RingMemory &) = delete;
  ~RingMemory() { release(); }

  /// `rings`: of all buffers, field by field, as fieldRings() makes them. Nothing may be
  /// allocated.
  void plan(std::vector<FieldRing> rings, RingLayout layout);
  /// `writer`: another device that writes to the rings, or null. What was allocated before a
  /// failure goes with the rest.
  Status allocate(Device *writer = nullptr);
  void release();

  const std::vector<FieldRing> &all() const { return rings; }
  std::size_t indexOf(int field, int buffer) const;
  /// From one plane of a field to the next.
  std::uint64_t pitchOf(int field) const {
    return layout.pitches[static_cast<std::size_t>(field)].bytes;
  }
  std::uint64_t bytesOf(std::size_t ring) const { return layout.bytesOf(rings[ring]); }
  unsigned char *start(std::size_t ring) const { return memory[ring]; }
  /// Plane z, whose place is z + `origin` in turn; it is in one piece with as many that follow as
  /// the ring has.
  unsigned char *placeOf(std::size_t ring, std::int64_t origin, int z) const;

private:
  Device &device;
  std::vector<FieldRing> rings;
  RingLayout layout;
  std::vector<unsigned char *> memory; // ring by ring
};

} // namespace stencilc::inline STENCILC_SPACE
