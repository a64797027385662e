/// \file A copy of a kernel launch and of the values of its arguments.
#pragma once

#include "stencilc/Device.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A copy of a kernel launch that owns the values of its arguments.
class RecordedLaunch {
public:
  /// Copies a launch. The launch must state the sizes of its arguments and must have been prepared.
  explicit RecordedLaunch(const KernelLaunch &launch);
  RecordedLaunch(RecordedLaunch &&) = default;
  RecordedLaunch &operator=(RecordedLaunch &&) = default;

  /// Returns whether `other` launches the same kernel with the same grid, blocks and argument
  /// bytes.
  bool isSame(const KernelLaunch &other) const;
  Status enqueue(Device &device, Stream stream) const;

private:
  std::vector<unsigned char> values; // all arguments, packed
  std::vector<void *> arguments;     // addresses within `values`, and a null at the end
  KernelLaunch kept;
};

} // namespace stencilc::inline STENCILC_SPACE
