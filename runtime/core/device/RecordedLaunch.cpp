/// \file Copies kernel launches with the values of their arguments, and compares them.
#include "runtime/core/device/RecordedLaunch.h"
#include <algorithm>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

/// Calls act(index, offset, bytes) for each kernel argument of a launch. `index` counts from 0.
/// `offset` is the position in bytes if all arguments are stored one after the other. `bytes` is
/// the size.
template <class Act> static void forEachArgument(const KernelLaunch &launch, Act act) {
  std::size_t place = 0;
  for (std::size_t at = 0; launch.arguments[at]; place += launch.argumentBytes[at++])
    act(at, place, std::size_t{launch.argumentBytes[at]});
}

RecordedLaunch::RecordedLaunch(const KernelLaunch &launch) : kept(launch) {
  forEachArgument(launch, [&](std::size_t at, std::size_t, std::size_t bytes) {
    const auto *const value = static_cast<const unsigned char *>(launch.arguments[at]);
    values.insert(values.end(), value, value + bytes);
  });
  forEachArgument(launch, [&](std::size_t, std::size_t place, std::size_t) {
    arguments.push_back(values.data() + place);
  });
  arguments.push_back(nullptr);
}

bool RecordedLaunch::isAlike(const KernelLaunch &other) const {
  return kept.kernel == other.kernel && kept.sharedBytes == other.sharedBytes &&
         kept.isDependent == other.isDependent && kept.inPairs == other.inPairs &&
         kept.isCooperative == other.isCooperative &&
         std::equal(kept.grid, kept.grid + 3, other.grid) &&
         std::equal(kept.block, kept.block + 3, other.block) &&
         std::equal(kept.cluster, kept.cluster + 3, other.cluster);
}

bool RecordedLaunch::hasArguments(const KernelLaunch &other) const {
  bool areSame = true; // the same kernel has the same number and types of arguments
  forEachArgument(other, [&](std::size_t at, std::size_t place, std::size_t bytes) {
    areSame = areSame && std::memcmp(values.data() + place, other.arguments[at], bytes) == 0;
  });
  return areSame;
}

bool RecordedLaunch::isSame(const KernelLaunch &other) const {
  return isAlike(other) && hasArguments(other);
}

bool RecordedLaunch::takeArguments(const KernelLaunch &other) {
  if (hasArguments(other))
    return false;
  forEachArgument(other, [&](std::size_t at, std::size_t place, std::size_t bytes) {
    std::memcpy(values.data() + place, other.arguments[at], bytes);
  });
  return true;
}

KernelLaunch RecordedLaunch::launch() const {
  KernelLaunch launch = kept;
  launch.arguments = arguments.data();
  return launch;
}

Status RecordedLaunch::enqueue(Device &device, Stream stream) const {
  return device.launch(stream, launch());
}

} // namespace stencilc::inline STENCILC_SPACE
