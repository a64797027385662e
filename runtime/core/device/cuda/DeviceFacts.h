/// \file Properties of a GPU: its name, sizes and limits.
#pragma once

#include "runtime/core/device/Boxes.h"
#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/support/Status.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE::cuda {

using device::Info;

/// Sets `info` to the name and sizes of the current device. Fails if there is no device or no
/// driver.
Status query(Info &info);
/// Sets `value` to attribute `which` of the current device, as the driver reports it.
Status attribute(DeviceAttribute which, int &value);
/// Sets `name` to the architecture of the current device, such as "sm_90".
Status arch(std::string &name);
/// Sets `version` to the newest CUDA version that the driver supports: 12080 for CUDA 12.8. It
/// needs no device.
Status driverVersion(int &version);
/// Returns the number of multiprocessors of the current device, or 1 if it is not known.
int multiprocessors();
/// Returns the size in bytes of the L2 cache of the current device, or 0 if it is not known.
std::uint64_t lastCacheBytes();
/// Returns the PCI bus ID of the current device, as nvidia-smi prints it, or "" if it is not known.
std::string busId();
/// Sets `bytes` to the free memory of the current device.
Status freeMemory(std::uint64_t &bytes);

} // namespace stencilc::inline STENCILC_SPACE::cuda
