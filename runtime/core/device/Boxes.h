/// \file Structs that describe the size and the memory of a box of cells, and the properties of a
/// device.
#pragma once

#include "stencilc/Version.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE::device {

/// Name and sizes of a device: its memory, its number of multiprocessors, and the shared memory
/// that a block can have.
struct Info {
  std::string name;                    // "NVIDIA H200", or the processor's name
  std::uint64_t totalBytes = 0;        // memory of the device
  int multiprocessors = 0;             // on a CPU: cores
  std::size_t sharedBytesPerBlock = 0; // most shared memory of a block; 0 without kernels
};

/// Size of a box of cells: `planes` planes of `rows` rows of `rowBytes` bytes.
struct Box {
  std::size_t rowBytes = 0, rows = 1, planes = 1;
};

/// Memory of a box of cells: the address of its first row, and the distances in bytes from row to
/// row and from plane to plane.
struct Place {
  void *data = nullptr;
  std::size_t rowPitch = 0, planePitch = 0;
};
/// Memory of a box of cells that is only read: its address, and the distances in bytes from row to
/// row and from plane to plane.
struct ConstPlace {
  const void *data = nullptr;
  std::size_t rowPitch = 0, planePitch = 0;

  ConstPlace(const void *data, std::size_t rowPitch, std::size_t planePitch)
      : data(data), rowPitch(rowPitch), planePitch(planePitch) {}
  ConstPlace(const Place &place)
      : data(place.data), rowPitch(place.rowPitch), planePitch(place.planePitch) {}
};

} // namespace stencilc::inline STENCILC_SPACE::device
