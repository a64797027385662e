/// \file Divides host memory for a domain in files. It holds windows (ranges of planes), then the
/// ring buffer planes that are saved between two windows, then planes of constant fields.
#include "runtime/engines/stream/store/TierPlaces.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

std::uint64_t TierPlaces::bytesBefore(int field, int TraversedField::*copies,
                                      std::uint64_t planes) const {
  std::uint64_t bytes = 0;
  for (int before = 0; before < field; ++before)
    if (domain.uses[before].isUpdated == domain.uses[field].isUpdated)
      bytes += domain.planeBytes(before) * std::uint64_t(domain.uses[before].*copies) * planes;
  return bytes;
}

unsigned char *TierPlaces::window(int number, int field, int age) const {
  const auto planes = std::uint64_t(choice.shape.window);
  return host + choice.memory.window * std::uint64_t(number % TierShape::kWindows) +
         bytesBefore(field, &TraversedField::levels, planes) +
         domain.planeBytes(field) * std::uint64_t(age) * planes;
}

unsigned char *TierPlaces::state(int traversal, int field, int buffer) const {
  const auto planes = std::uint64_t(TierShape::stateOf(choice.shape.traversals.front()));
  return host + choice.memory.window * std::uint64_t(choice.shape.windows()) +
         choice.memory.state / choice.shape.traversals.size() * std::uint64_t(traversal) +
         bytesBefore(field, &TraversedField::buffers, planes) +
         domain.planeBytes(field) * std::uint64_t(buffer) * planes;
}

HomePlanes::Place TierPlaces::constant(int field, int z, int most) const {
  const int planes = choice.shape.constantPlanes();
  const std::uint64_t at = choice.memory.window * std::uint64_t(choice.shape.windows()) +
                           choice.memory.state +
                           bytesBefore(field, &TraversedField::levels, std::uint64_t(planes));
  return {host + at + domain.planeBytes(field) * std::uint64_t(z % planes), false,
          std::min(most, planes - z % planes)};
}

} // namespace stencilc::inline STENCILC_SPACE
