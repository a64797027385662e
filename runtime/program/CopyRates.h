/// \file Reads and writes a file of measured copy rates, in bytes per second, with one line per
/// device.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/instance/Instance.h"
#include "runtime/program/Arguments.h"
#include "runtime/program/Summary.h"
#include <memory>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Entry for one device in the file of copy rates. A line has the version of the measurement, the
/// device's name with its last-level cache size, and bytes per second, separated by tabs. Lines of
/// other versions are removed. Errors in writing are ignored.
class CachedCopyRate {
public:
  /// Selects the entry of a device in the file `path`. `name` is the device's name and number of
  /// threads, `lastCacheBytes` the size of its last-level cache. An empty `path` disables reading
  /// and storing.
  CachedCopyRate(std::string path, const std::string &name, std::uint64_t lastCacheBytes);
  /// Returns the stored rate of the device in bytes per second, or -1 if the file has no entry.
  double find() const;
  /// Stores the rate `bytesPerSecond`, unless a higher rate is stored.
  void keep(double bytesPerSecond) const;

private:
  std::string path, key;
};

/// Sets the copy rate of the device (bytes per second of a plain copy) in `summary`, if the summary
/// will show it. Uses the stored rate, if there is one and --repeat is not given. Otherwise
/// measures the rate, in runs of less than a second only with --repeat, --json or --verbose. May
/// delete `instance` to free its memory.
void compareWithCopy(std::unique_ptr<Instance> &instance, Device &device,
                     const ProgramArguments &arguments, Summary &summary);

} // namespace stencilc::inline STENCILC_SPACE
