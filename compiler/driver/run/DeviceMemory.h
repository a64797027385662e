/// \file The memory that the fields of a program need on a device, computed with the runtime's
/// layout.
#pragma once

#include "analysis/Facts.h"
#include "plan/interface/Plan.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// Memory of one field on a grid, padding included.
struct FieldNeed {
  std::string name;
  ir::ScalarType storage = ir::ScalarType::F64;
  int levels = 1, buffers = 1;
  std::uint64_t bufferBytes = 0;
  bool isUpdated = false, isInPlace = false;
  bool isLocal = false;        // it exists only within a time step
  std::string sharedWith = ""; // for a local field: the field whose buffer it uses
};

/// Memory of all fields of a program on a grid, and of the partial results of its reductions.
struct MemoryNeed {
  std::vector<FieldNeed> fields;
  std::uint64_t reductions = 0, total = 0; // bytes
};

/// Returns the memory of all buffers of `plan` on a grid of `extents` cells. Returns `nullopt` if
/// the size exceeds 64-bit addresses, or if the grid is smaller than the program allows.
std::optional<MemoryNeed> memoryNeed(const analysis::Facts &facts, const plan::Plan &plan,
                                     const Extents &extents);

/// Returns the largest number of cells along each axis of a grid that is equally long along all
/// axes and fits into `bytes` bytes. Returns 0 if no grid fits.
std::int64_t largestCube(const analysis::Facts &facts, const plan::Plan &plan, std::uint64_t bytes);

/// The memory size of a device in bytes, and a text that names the device.
struct MemoryCapacity {
  std::uint64_t bytes = 0;
  std::string owner; // "this NVIDIA H200", "one NVIDIA H200"
};

/// Returns the memory and the name of a GPU. It is the GPU of this machine, if `mayBePresent` is
/// true and its architecture is that of `target`. Otherwise it is the GPU whose numbers `target`
/// has. The memory is 0 bytes if it is not known.
MemoryCapacity cudaMemory(const plan::Target &target, bool mayBePresent);
/// Returns the size in bytes of the main memory that this machine has installed. The size is 0 if
/// it is not known.
MemoryCapacity hostMemory();

} // namespace stencilc::driver
