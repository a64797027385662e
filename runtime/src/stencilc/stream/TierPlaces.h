/// \file Addresses of planes in host memory during a traversal of a domain in files.
#pragma once

#include "stencilc/stream/HomePlanes.h"
#include "stencilc/stream/OutOfCoreDomain.h"
#include "stencilc/stream/TierPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

struct TierPlaces {
  const OutOfCoreDomain &domain;
  const TierChoice &choice;
  unsigned char *host = nullptr; // choice.memory.allocated() bytes

  /// Returns the address, in the window of planes of round `number`, of a field at level t-`age`.
  unsigned char *window(int number, int field, int age) const;
  /// Returns the address of a buffer in the state of a chained traversal: planes that it needs in
  /// its next round.
  unsigned char *state(int traversal, int field, int buffer) const;
  /// Returns the location of plane `z` of a constant field. Its `count` is the number of contiguous
  /// planes from there, at most `most`.
  HomePlanes::Place constant(int field, int z, int most) const;

private:
  /// Returns the bytes of the fields before `field` that are updated like it, or constant like it.
  /// Each has `planes` planes for each time level, or for each buffer, as `copies` selects.
  std::uint64_t bytesBefore(int field, int TraversedField::*copies, std::uint64_t planes) const;
};

} // namespace stencilc::inline STENCILC_SPACE
