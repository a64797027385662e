/// \file Boxes of cells in memory, and what a device says of itself.
#pragma once

#include "stencilc/Version.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE::device {

/// What messages and plans need to know.
struct Info {
  std::string name;                    // "NVIDIA H200", or the processor's name
  std::uint64_t totalBytes = 0;        // memory of the device
  int multiprocessors = 0;             // or processor cores
  std::size_t sharedBytesPerBlock = 0; // that a kernel may ask for; 0 where there are no kernels
};

/// A box of cells in bytes: `rows` rows of `rowBytes` bytes in each of `planes` planes.
struct Box {
  std::size_t rowBytes = 0, rows = 1, planes = 1;
};

/// Where the rows of a box lie; pitches in bytes.
struct Place {
  void *data = nullptr;
  std::size_t rowPitch = 0, planePitch = 0;
};
struct ConstPlace {
  const void *data = nullptr;
  std::size_t rowPitch = 0, planePitch = 0;

  ConstPlace(const void *data, std::size_t rowPitch, std::size_t planePitch)
      : data(data), rowPitch(rowPitch), planePitch(planePitch) {}
  ConstPlace(const Place &place)
      : data(place.data), rowPitch(place.rowPitch), planePitch(place.planePitch) {}
};

} // namespace stencilc::inline STENCILC_SPACE::device
