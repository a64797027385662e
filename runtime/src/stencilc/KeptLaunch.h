/// \file A launch that outlives the values of its arguments.
#pragma once

#include "stencilc/Device.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class KeptLaunch {
public:
  /// Copies a launch that says how large its arguments are, and has been prepared.
  explicit KeptLaunch(const KernelLaunch &launch);
  KeptLaunch(KeptLaunch &&) = default;
  KeptLaunch &operator=(KeptLaunch &&) = default;

  /// Whether `other` does the same: the kernel, its blocks, and every byte of its arguments.
  bool isSame(const KernelLaunch &other) const;
  Status enqueue(Device &device, Stream stream) const;

private:
  std::vector<unsigned char> values; // of all arguments, one behind the other
  std::vector<void *> arguments;     // where each lies among them; null behind the last
  KernelLaunch kept;
};

} // namespace stencilc::inline STENCILC_SPACE
