/// \file Ring buffers in device memory, made with the driver's virtual memory functions.
#include "runtime/core/device/cuda/Ring.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/device/cuda/Memory.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

Status ringProperties(AllocationProperties &properties) {
  properties = {};
  return call("finding a CUDA device", &Driver::contextGetDevice, &properties.location.device);
}

} // namespace

Status ringUnit(std::uint64_t &bytes) {
  AllocationProperties properties;
  std::size_t unit = 0;
  Status status = ringProperties(properties);
  if (status)
    status = call("asking for the unit of device memory", &Driver::memGranularity, &unit,
                  &properties, Granularity::Minimum);
  bytes = unit;
  return status;
}

Status allocateRing(std::uint64_t bytes, unsigned char *&memory) {
  memory = nullptr;
  AllocationProperties properties;
  Status status = ringProperties(properties);
  if (!status)
    return status;
  const std::string what = "allocating a ring of " + formatBytes(static_cast<double>(bytes));
  PhysicalMemory physical = 0;
  status = call(what, &Driver::memCreate, &physical, bytes, &properties, 0);
  if (!status)
    return status;
  DevicePointer place = 0;
  status = call(what, &Driver::addressReserve, &place, 2 * bytes, 0, 0, 0);
  std::uint64_t mapped = 0;
  for (; status && mapped < 2 * bytes; mapped += status ? bytes : 0)
    status = call(what, &Driver::memMap, place + mapped, bytes, 0, physical, 0);
  const Access access = {properties.location, AccessFlags::ReadWrite};
  if (status)
    status = call(what, &Driver::memSetAccess, place, 2 * bytes, &access, 1);
  giveBack(&Driver::memRelease, physical); // the mappings keep the memory alive
  if (status) {
    memory = reinterpret_cast<unsigned char *>(place);
    return status;
  }
  if (mapped > 0)
    giveBack(&Driver::memUnmap, place, mapped);
  if (place)
    giveBack(&Driver::addressFree, place, 2 * bytes);
  return status;
}

Status openRing(unsigned char *memory, std::uint64_t bytes, int number) {
  Access access;
  const std::string what = format("opening a ring for GPU %d", number);
  Status status = call(what, &Driver::deviceGet, &access.location.device, number);
  return status ? call(what, &Driver::memSetAccess, address(memory), 2 * bytes, &access, 1)
                : status;
}

void releaseRing(unsigned char *memory, std::uint64_t bytes) {
  if (!memory)
    return;
  giveBack(&Driver::contextSynchronize);
  giveBack(&Driver::memUnmap, address(memory), 2 * bytes);
  giveBack(&Driver::addressFree, address(memory), 2 * bytes);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
