/// \file How much memory the fields of a program need on the device, as the runtime lays them out.
#pragma once

#include "analysis/Facts.h"
#include "plan/Plan.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// One field on a grid, padding included.
struct FieldNeed {
  std::string name;
  ir::ScalarType storage = ir::ScalarType::F64;
  int levels = 1, buffers = 1;
  std::uint64_t bufferBytes = 0;
  bool isUpdated = false, isInPlace = false;
  bool isLocal = false;        // there within a step only
  std::string sharedWith = ""; // of a local field: whose buffer it has
};

struct MemoryNeed {
  std::vector<FieldNeed> fields;
  std::uint64_t reductions = 0, total = 0; // bytes
};

/// What all buffers of `plan` need on a grid of `extents` cells; nothing where 64-bit addresses do
/// not reach or the grid is smaller than the program allows.
std::optional<MemoryNeed> memoryNeed(const analysis::Facts &facts, const plan::Plan &plan,
                                     const Extents &extents);

/// The most cells along each axis of a grid with as many along all of them that needs no more than
/// `bytes`; 0 if not even the smallest does.
std::int64_t largestCube(const analysis::Facts &facts, const plan::Plan &plan, std::uint64_t bytes);

/// The memory a program can have, and whose it is.
struct MemoryCapacity {
  std::uint64_t bytes = 0;
  std::string owner; // "this NVIDIA H200", "one NVIDIA H200"
};

/// The memory of the device of this machine if that `mayBePresent` and has the architecture of
/// `target`, else of the machine whose numbers `target` has; no bytes if that is not known.
MemoryCapacity cudaMemory(const plan::Target &target, bool mayBePresent);
/// The memory of this machine.
MemoryCapacity hostMemory();

} // namespace stencilc::driver
