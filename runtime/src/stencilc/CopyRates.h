/// \file The rates of copies that were measured on devices: kept in a file, one line a device.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Device.h"
#include "stencilc/Instance.h"
#include "stencilc/Summary.h"
#include <memory>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Finds and keeps the rate of one device. Lines hold the version of the method, the name of the
/// device with the size of its last cache, and bytes per second, separated by tabs. Lines that
/// cannot be read are dropped, and a file that cannot be written is left alone.
class KeptCopyRate {
public:
  /// `name` says what device this is, with its threads; an empty `path` keeps nothing.
  KeptCopyRate(std::string path, const std::string &name, std::uint64_t lastCacheBytes);
  /// Bytes per second, or -1.
  double find() const;
  /// Keeps the larger of this rate and the one that is there.
  void keep(double bytesPerSecond) const;

private:
  std::string path, key;
};

/// Sets the rate of a copy on the device in `summary`, where the summary will tell of it. A rate
/// that was kept is taken, but for repeated runs, which measure. A run of less than a second
/// measures none unless it is asked for all about its speed. `instance` may be gone after that, for
/// its memory.
void compareWithCopy(std::unique_ptr<Instance> &instance, Device &device,
                     const ProgramArguments &arguments, Summary &summary);

} // namespace stencilc::inline STENCILC_SPACE
