/// \file Where the planes of a field rest between traversals: on the host, some of them on the
/// device.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Which planes rest on the device: the first `resident` of every `period`, so that what remains to
/// be copied is the same all along the domain. The first `alternating` planes have two places on
/// the host and are written to one while the other is read: where the domain repeats itself, they
/// are read once more at the end of a traversal. They come first, and none of them rests on the
/// device. The cells of a plane begin `slide` bytes after it or with it, in turns (Strips.h).
struct HomePlanes {
  int planes = 0, period = 1, resident = 0, alternating = 0;
  int first = 0; // number of the first one: below 0 and beyond are those of other processes
  std::uint64_t planeBytes = 0; // from one to the next
  std::uint64_t slide = 0;
  unsigned char *host = nullptr, *device = nullptr;

  struct Place {
    unsigned char *data = nullptr;
    bool isOnDevice = false;
    int count = 0; // planes that follow each other from there on
  };

  int onDevice() const { return residentBelow(planes); }
  /// With both places of those that alternate.
  int onHost() const { return planes - onDevice() + alternating; }

  /// Plane `number` after `traversals` traversals.
  Place at(int number, int traversals) const;

  /// Where the cells of a plane begin after `traversals` traversals, in bytes.
  std::uint64_t start(int traversals) const { return traversals % 2 == 0 ? slide : 0; }

private:
  int residentBelow(int z) const;
};

} // namespace stencilc::inline STENCILC_SPACE
