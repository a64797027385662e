/// \file Locations of a field's planes between traversals: in host memory, and some of them in
/// device memory.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Locations of the planes of a field between traversals. The first `resident` planes of every
/// `period` stay on the device, so that copies are spread evenly over the domain. The first
/// `alternating` planes are never on the device. They have two host locations, used in alternation,
/// because the end of a traversal of a periodic domain reads their old values again.
struct HomePlanes {
  int planes = 0, period = 1, resident = 0, alternating = 0;
  // Index of the first plane; halo planes of other processes have indices below 0 or at the end.
  int first = 0;
  std::uint64_t planeBytes = 0; // from one plane to the next
  /// Offset in bytes of the cells within the memory of a plane, before every second traversal.
  /// Before the others it is 0 (Strips.h).
  std::uint64_t slide = 0;
  unsigned char *host = nullptr, *device = nullptr;

  struct Place {
    unsigned char *data = nullptr;
    bool isOnDevice = false;
    int count = 0; // planes that follow contiguously, this one included
  };

  /// Returns the number of planes that stay in device memory.
  int onDevice() const { return residentBelow(planes); }
  /// Returns the number of planes in host memory, with both locations of alternating planes.
  int onHost() const { return planes - onDevice() + alternating; }

  /// Returns the location of plane `number` after `traversals` traversals of the domain.
  Place at(int number, int traversals) const;

  /// Returns the offset in bytes of the cells within the memory of a plane, after `traversals`
  /// traversals.
  std::uint64_t start(int traversals) const { return traversals % 2 == 0 ? slide : 0; }

private:
  int residentBelow(int z) const;
};

} // namespace stencilc::inline STENCILC_SPACE
