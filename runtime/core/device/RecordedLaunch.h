/// \file Copy of a kernel launch and of the values of its arguments.
#pragma once

#include "runtime/core/device/Device.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Copy of a kernel launch, which also holds the values of the arguments.
class RecordedLaunch {
public:
  /// Copies `launch` and the values of its arguments. Precondition: `launch` contains the sizes of
  /// its arguments, and its kernel was prepared.
  explicit RecordedLaunch(const KernelLaunch &launch);
  RecordedLaunch(RecordedLaunch &&) = default;
  RecordedLaunch &operator=(RecordedLaunch &&) = default;

  /// Returns true if `other` launches the same kernel in the same way: with the same blocks,
  /// threads, shared memory and launch options. Values of arguments may differ.
  bool isAlike(const KernelLaunch &other) const;
  /// Returns true if isAlike(`other`) does, and all arguments have the same values.
  bool isSame(const KernelLaunch &other) const;
  /// Copies the values of the arguments of `other`. Returns true if one of them has changed.
  /// Precondition: isAlike(`other`).
  bool takeArguments(const KernelLaunch &other);
  /// Returns the launch. Its arguments are valid as long as this object.
  KernelLaunch launch() const;
  Status enqueue(Device &device, Stream stream) const;

private:
  /// Returns true if all arguments of `other` have the values that are stored here. Precondition:
  /// isAlike(`other`).
  bool hasArguments(const KernelLaunch &other) const;

  std::vector<unsigned char> values; // all arguments, packed
  std::vector<void *> arguments;     // addresses within `values`, and a null at the end
  KernelLaunch kept;
};

} // namespace stencilc::inline STENCILC_SPACE
