/// \file Pinned host memory for a domain that is larger than device memory. The destructor frees
/// the memory.
#pragma once

#include "runtime/core/device/Device.h"

namespace stencilc::inline STENCILC_SPACE {

class HostBlock {
public:
  explicit HostBlock(Device &device) : device(device) {}
  HostBlock(const HostBlock &) = delete;
  HostBlock &operator=(const HostBlock &) = delete;
  ~HostBlock() { device.releaseHost(memory, size); }

  /// Allocates `bytes` bytes of pinned host memory. Must be called only once.
  Status allocate(std::uint64_t bytes) {
    size = bytes;
    return device.allocateHost(bytes, memory);
  }
  unsigned char *start() const { return memory; }
  std::uint64_t bytes() const { return size; }

private:
  Device &device;
  unsigned char *memory = nullptr;
  std::uint64_t size = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
