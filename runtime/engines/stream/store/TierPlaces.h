/// \file Addresses of planes in host memory during a traversal (pass of all planes) of a domain in
/// files.
#pragma once

#include "runtime/engines/stream/plan/OutOfCoreDomain.h"
#include "runtime/engines/stream/plan/TierPlanner.h"
#include "runtime/engines/stream/store/HomePlanes.h"

namespace stencilc::inline STENCILC_SPACE {

struct TierPlaces {
  const OutOfCoreDomain &domain;
  const TierChoice &choice;
  unsigned char *host = nullptr; // choice.memory.allocated() bytes

  /// Returns the address in host memory of a field at time level t-`age` in window number `number`.
  /// Windows are ranges of planes, numbered from 0 in the order in which they are read from files.
  unsigned char *window(int number, int field, int age) const;
  /// Returns the address in host memory at which planes of ring buffer `buffer` of a field are
  /// saved between two windows (ranges of planes). `traversal` is the index of the pass through the
  /// device, because a window may pass through it several times.
  unsigned char *state(int traversal, int field, int buffer) const;
  /// Returns the location in host memory of plane `z` of a field that no step changes. Its `count`
  /// is the number of contiguous planes from `z` on, at most `most`.
  HomePlanes::Place constant(int field, int z, int most) const;

private:
  /// Returns the offset in bytes of `field` in memory that stores either all updated fields or all
  /// constant fields, in the order of their numbers. Each field has `planes` planes for each of its
  /// time levels or buffers. `copies` is the member that has the number of levels or buffers.
  std::uint64_t bytesBefore(int field, int TraversedField::*copies, std::uint64_t planes) const;
};

} // namespace stencilc::inline STENCILC_SPACE
