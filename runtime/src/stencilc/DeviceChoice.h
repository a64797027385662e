/// \file Which devices share a domain: `--devices=4`, `0,2` or `all`.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Status.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

struct DeviceChoice {
  std::vector<int> numbers; // as CUDA counts GPUs; of the host's parts: 0, 1, 2, ...
  bool all = false;         // as many GPUs as there are, and pay

  bool isGiven() const { return all || !numbers.empty(); }
  /// Finds the numbers of all GPUs, where all are asked for; refuses what is not there.
  Status resolve(World world);
  /// Makes the first one what the calling thread uses, if any is given.
  Status enter(World world) const;
  /// Refuses any, for programs that have all of their domain on one.
  Status refuse() const;
};

/// Reads a number of devices, their numbers or "all". Returns what is wrong, or an empty text.
std::string parseDevices(const std::string &value, DeviceChoice &choice);

} // namespace stencilc::inline STENCILC_SPACE
