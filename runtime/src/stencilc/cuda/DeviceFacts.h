/// \file What a GPU is: its name, its sizes, its limits.
#pragma once

#include "stencilc/Boxes.h"
#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE::cuda {

using device::Info;

/// Facts of the current device. Fails if there is none, or no driver.
Status query(Info &info);
/// Any of the numbers that the driver tells of the current device.
Status attribute(DeviceAttribute which, int &value);
/// "sm_90"
Status arch(std::string &name);
/// What the driver implements, as 12080 for CUDA 12.8. Needs no device.
Status driverVersion(int &version);
/// Multiprocessors of the current device; at least 1.
int multiprocessors();
/// Bytes of the last cache before memory; 0 if that is not known.
std::uint64_t lastCacheBytes();
/// Where the current device is on the PCI bus, as NVIDIA's tools name it; empty if that is not
/// known.
std::string busId();
/// Bytes that an allocation could get now.
Status freeMemory(std::uint64_t &bytes);

} // namespace stencilc::inline STENCILC_SPACE::cuda
