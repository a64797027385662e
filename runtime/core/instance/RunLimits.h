/// \file Limits of a run: the memory, the threads and the devices that it may use.
#pragma once

#include "runtime/core/device/DeviceChoice.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Limits of a run: the memory, the threads and the devices that it may use. Command lines, the C
/// interface and engines share this struct.
struct RunLimits {
  std::uint64_t memoryLimit = 0;     // most bytes of device memory; 0: all that is free
  std::uint64_t hostMemoryLimit = 0; // most bytes of host memory, out of core; 0: all that is free
  std::string scratch;               // folder for a domain in files; empty: in memory
  bool resume = false;               // continue the interrupted run in `scratch`
  std::uint64_t rowPitch = 0;        // of all fields, as in makeLayout; 0: the program's
  bool checksums = false;            // planes in host memory have checksums, out of core
  DeviceChoice devices;              // devices that share the domain; empty: the current one
  int threads = 0;                   // host threads of all instances from now on; 0: unchanged
};

} // namespace stencilc::inline STENCILC_SPACE
