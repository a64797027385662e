/// \file Addresses of planes in host memory during a traversal (pass of all planes) of a domain in
/// files.
#pragma once

#include "stencilc/stream/HomePlanes.h"
#include "stencilc/stream/OutOfCoreDomain.h"
#include "stencilc/stream/TierPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

struct TierPlaces {
  const OutOfCoreDomain &domain;
  const TierChoice &choice;
  unsigned char *host = nullptr; // choice.memory.allocated() bytes

  /// Returns the address of a field at level t-`age` in the window (range of planes) that round
  /// number `number` reads from files.
  unsigned char *window(int number, int field, int age) const;
  /// Returns the address at which buffer `buffer` of a field on the device is saved between two
  /// windows (ranges of planes). `traversal` is the index of one of several passes through the
  /// device between reading and writing files.
  unsigned char *state(int traversal, int field, int buffer) const;
  /// Returns the location of plane `z` of a field that no step changes. Its `count` is the number
  /// of contiguous planes from there on, at most `most`.
  HomePlanes::Place constant(int field, int z, int most) const;

private:
  /// Returns the bytes of the fields before `field` that are updated if `field` is, or constant if
  /// `field` is. Each has `planes` planes per copy. `copies` selects the number of copies: time
  /// levels or buffers.
  std::uint64_t bytesBefore(int field, int TraversedField::*copies, std::uint64_t planes) const;
};

} // namespace stencilc::inline STENCILC_SPACE
