/// \file Locations of the planes of a field between traversals (passes of all planes through the
/// device): in host memory, and some in device memory.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Locations of a field's planes between traversals (passes of all planes). The first `alternating`
/// planes are always on the host, at two locations in turn, because a periodic domain reads their
/// old values again when the traversal ends. After them, the first `resident` of every `period`
/// planes stay on the device, so that copies are spread evenly.
struct HomePlanes {
  int planes = 0, period = 1, resident = 0, alternating = 0;
  // Index of the first plane; halo planes of other processes have indices below 0 or at the end.
  int first = 0;
  std::uint64_t planeBytes = 0; // from one plane to the next
  /// Offset in bytes from the start of a plane's memory to its first cell, after an even number of
  /// traversals (passes of all planes). The offset is 0 after an odd number. A traversal in strips
  /// (ranges of rows of every plane) moves the cells in memory.
  std::uint64_t slide = 0;
  unsigned char *host = nullptr, *device = nullptr;

  struct Place {
    unsigned char *data = nullptr;
    bool isOnDevice = false;
    int count = 0; // planes that follow contiguously, this one included
  };

  /// Returns the number of planes that stay in device memory between traversals (passes of all
  /// planes).
  int onDevice() const { return residentBelow(planes); }
  /// Returns the number of planes that host memory holds. Planes with two alternating locations
  /// count twice.
  int onHost() const { return planes - onDevice() + alternating; }

  /// Returns the location of the plane with index `number` after `traversals` traversals (passes of
  /// all planes).
  Place at(int number, int traversals) const;

  /// Returns the offset in bytes of the cells within the memory of a plane, after `traversals`
  /// traversals (passes of all planes).
  std::uint64_t start(int traversals) const { return traversals % 2 == 0 ? slide : 0; }

private:
  int residentBelow(int z) const;
};

} // namespace stencilc::inline STENCILC_SPACE
