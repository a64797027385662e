/// \file Rings over the driver's calls.
#include "stencilc/cuda/Ring.h"
#include "stencilc/Text.h"
#include "stencilc/cuda/Driver.h"
#include "stencilc/cuda/Memory.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

Status ringProperties(const Driver *&driver, AllocationProperties &properties) {
  properties = {};
  Status status = enter(driver);
  return status ? check(*driver, driver->contextGetDevice(&properties.location.device),
                        "finding a CUDA device")
                : status;
}

} // namespace

Status ringUnit(std::uint64_t &bytes) {
  const Driver *driver = nullptr;
  AllocationProperties properties;
  std::size_t unit = 0;
  Status status = ringProperties(driver, properties);
  if (status)
    status = check(*driver, driver->memGranularity(&unit, &properties, Granularity::Minimum),
                   "asking for the unit of device memory");
  bytes = unit;
  return status;
}

Status allocateRing(std::uint64_t bytes, unsigned char *&memory) {
  memory = nullptr;
  const Driver *driver = nullptr;
  AllocationProperties properties;
  Status status = ringProperties(driver, properties);
  if (!status)
    return status;
  const std::string what = "allocating a ring of " + formatBytes(static_cast<double>(bytes));
  PhysicalMemory physical = 0;
  status = check(*driver, driver->memCreate(&physical, bytes, &properties, 0), what);
  if (!status)
    return status;
  DevicePointer place = 0;
  status = check(*driver, driver->addressReserve(&place, 2 * bytes, 0, 0, 0), what);
  std::uint64_t mapped = 0;
  for (; status && mapped < 2 * bytes; mapped += status ? bytes : 0)
    status = check(*driver, driver->memMap(place + mapped, bytes, 0, physical, 0), what);
  const Access access = {properties.location, AccessFlags::ReadWrite};
  if (status)
    status = check(*driver, driver->memSetAccess(place, 2 * bytes, &access, 1), what);
  driver->memRelease(physical); // the mappings keep it
  if (status) {
    memory = reinterpret_cast<unsigned char *>(place);
    return status;
  }
  if (mapped > 0)
    driver->memUnmap(place, mapped);
  if (place)
    driver->addressFree(place, 2 * bytes);
  return status;
}

void releaseRing(unsigned char *memory, std::uint64_t bytes) {
  const Driver *driver = nullptr;
  if (!memory || !enter(driver))
    return;
  driver->contextSynchronize();
  driver->memUnmap(address(memory), 2 * bytes);
  driver->addressFree(address(memory), 2 * bytes);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
