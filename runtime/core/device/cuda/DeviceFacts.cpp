/// \file Queries the driver about the current device.
#include "runtime/core/device/cuda/DeviceFacts.h"
#include "runtime/core/device/cuda/Driver.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

const char *const kAsking = "asking for the CUDA device";

Status current(DeviceNumber &device) {
  return call("finding a CUDA device", &Driver::contextGetDevice, &device);
}

} // namespace

Status query(Info &info) {
  DeviceNumber device = 0;
  char name[256] = "";
  std::size_t bytes = 0;
  int multiprocessors = 0, shared = 0;
  Status status = current(device);
  if (status)
    status = call(kAsking, &Driver::deviceGetName, name, sizeof name, device);
  if (status)
    status = call(kAsking, &Driver::deviceTotalMem, &bytes, device);
  if (status)
    status = attribute(DeviceAttribute::Multiprocessors, multiprocessors);
  if (status)
    status = attribute(DeviceAttribute::MaxSharedPerBlock, shared);
  if (status)
    info = {name, bytes, multiprocessors, static_cast<std::size_t>(shared)};
  return status;
}

Status attribute(DeviceAttribute which, int &value) {
  DeviceNumber device = 0;
  Status status = current(device);
  return status ? call(kAsking, &Driver::deviceGetAttribute, &value, which, device) : status;
}

Status arch(std::string &name) {
  int major = 0, minor = 0;
  Status status = attribute(DeviceAttribute::ComputeCapabilityMajor, major);
  if (status)
    status = attribute(DeviceAttribute::ComputeCapabilityMinor, minor);
  name = "sm_" + std::to_string(10 * major + minor);
  return status;
}

Status driverVersion(int &version) {
  std::string why;
  const Driver *const opened = driver(why);
  if (!opened)
    return Status::device(why);
  return check(*opened, opened->driverGetVersion(&version), "asking for the driver's version");
}

int multiprocessors() {
  int count = 0;
  // The next launch reports an error.
  return attribute(DeviceAttribute::Multiprocessors, count) && count > 0 ? count : 1;
}

std::uint64_t lastCacheBytes() {
  int bytes = 0;
  const bool isKnown = attribute(DeviceAttribute::L2Bytes, bytes) && bytes > 0;
  return isKnown ? static_cast<std::uint64_t>(bytes) : 0;
}

std::string busId() {
  DeviceNumber device = 0;
  char id[32] = "";
  const bool isKnown =
      current(device) && call(kAsking, &Driver::deviceGetPciBusId, id, sizeof id, device);
  return isKnown ? id : "";
}

Status freeMemory(std::uint64_t &bytes) {
  std::size_t available = 0, total = 0;
  Status status = call("asking for free device memory", &Driver::memGetInfo, &available, &total);
  bytes = available;
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
