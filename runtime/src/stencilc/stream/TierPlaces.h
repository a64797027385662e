/// \file Where planes of a domain in files wait in host memory while it is traversed.
#pragma once

#include "stencilc/stream/HomePlanes.h"
#include "stencilc/stream/OutOfCoreDomain.h"
#include "stencilc/stream/TierPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

struct TierPlaces {
  const OutOfCoreDomain &domain;
  const TierChoice &choice;
  unsigned char *host = nullptr; // choice.memory.allocated() bytes

  /// Planes of a time level in the window of a round.
  unsigned char *window(int number, int field, int age) const;
  /// Planes of a buffer that wait for the next traversal of a round.
  unsigned char *state(int traversal, int field, int buffer) const;
  /// Plane z of a constant field, and how many follow it there, at most `most` with it.
  HomePlanes::Place constant(int field, int z, int most) const;

private:
  /// Bytes of the fields before `field` of those that are updated, or are not, as it is: so many
  /// planes of each time level, or of each buffer.
  std::uint64_t bytesBefore(int field, int TraversedField::*copies, std::uint64_t planes) const;
};

} // namespace stencilc::inline STENCILC_SPACE
