/// \file Measured copy rates of devices, stored in a file with one line per device.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Device.h"
#include "stencilc/Instance.h"
#include "stencilc/Summary.h"
#include <memory>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// An entry of the file of copy rates, for one device. A line holds the version of the method, the
/// device's name with its last-level cache size, and bytes per second, separated by tabs. Lines of
/// other versions are dropped. Errors in writing are ignored.
class CachedCopyRate {
public:
  /// Selects the entry of a device. `name` names the device and its number of threads,
  /// `lastCacheBytes` is the size of its last-level cache. With an empty `path`, nothing is found
  /// or stored.
  CachedCopyRate(std::string path, const std::string &name, std::uint64_t lastCacheBytes);
  /// Returns the stored rate in bytes per second, or -1 if there is none.
  double find() const;
  /// Stores the rate `bytesPerSecond`, unless a larger one is stored.
  void keep(double bytesPerSecond) const;

private:
  std::string path, key;
};

/// Sets the copy rate of the device in `summary`, if the summary will show it. Uses the stored
/// rate, except for repeated runs. A run of less than a second measures only with --json or
/// --verbose. The measurement may delete `instance` to free its memory.
void compareWithCopy(std::unique_ptr<Instance> &instance, Device &device,
                     const ProgramArguments &arguments, Summary &summary);

} // namespace stencilc::inline STENCILC_SPACE
