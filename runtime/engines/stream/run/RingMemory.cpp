/// \file Allocates ring buffers and computes the addresses of planes in them.
#include "runtime/engines/stream/run/RingMemory.h"
#include <cassert>

namespace stencilc::inline STENCILC_SPACE {

void RingMemory::plan(std::vector<FieldRing> planned, RingLayout plannedLayout) {
  assert(memory.empty() && "rings are planned before they are allocated");
  rings = std::move(planned);
  layout = std::move(plannedLayout);
}

Status RingMemory::allocate(Device *writer) {
  Status status;
  for (std::size_t i = 0; status && i < rings.size(); ++i) {
    memory.push_back(nullptr);
    status = device.allocateRing(bytesOf(i), memory.back());
    if (status && writer)
      status = device.openRing(memory.back(), bytesOf(i), *writer);
  }
  return status;
}

void RingMemory::release() {
  for (std::size_t i = 0; i < memory.size(); ++i)
    device.releaseRing(memory[i], bytesOf(i));
  memory.clear();
}

std::size_t RingMemory::indexOf(int field, int buffer) const {
  std::size_t index = 0;
  while (rings[index].field != field || rings[index].buffer != buffer)
    ++index;
  return index;
}

unsigned char *RingMemory::placeOf(std::size_t ring, std::int64_t origin, int z) const {
  const std::int64_t n = rings[ring].planes, place = (((z + origin) % n) + n) % n;
  return memory[ring] + std::uint64_t(place) * pitchOf(rings[ring].field);
}

} // namespace stencilc::inline STENCILC_SPACE
