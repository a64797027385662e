/// \file The devices that share a domain. The user chooses them with --devices=4, --devices=0,2 or
/// --devices=all.
#pragma once

#include "runtime/core/support/Status.h"
#include "stencilc/Description.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The devices that the user has chosen for a run with --devices.
struct DeviceChoice {
  std::vector<int> numbers; // CUDA numbers of GPUs; on the host: 0, 1, 2, ...
  bool all = false;         // all GPUs of the machine

  bool operator==(const DeviceChoice &) const = default;
  bool isGiven() const { return all || !numbers.empty(); }
  /// Replaces the choice "all" by the numbers of all GPUs. Fails if this machine has no GPU with a
  /// chosen number, or if "all" is chosen for a program that runs on the CPU.
  Status resolve(ExecutionSpace world);
  /// Makes the first chosen device the current one of the calling thread. Does nothing if no device
  /// is chosen.
  Status enter(ExecutionSpace world) const;
  /// Fails if the user has chosen a device. It is for programs that always use the current device.
  Status refuse() const;
};

/// Parses the value of --devices: a number of devices, a list of numbers, or "all". Returns an
/// error message without the option's name, or an empty text on success.
std::string parseDevices(const std::string &value, DeviceChoice &choice);
/// Converts a choice of devices to a value of the option --devices, such as "4" or "0,2,".
/// parseDevices() converts it back. Precondition: at least one device is chosen.
std::string devicesText(const DeviceChoice &choice);

} // namespace stencilc::inline STENCILC_SPACE
