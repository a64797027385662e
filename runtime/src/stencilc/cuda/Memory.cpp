/// \file Memory and copies over the driver's calls.
#include "stencilc/cuda/Memory.h"
#include "stencilc/Text.h"
#include "stencilc/cuda/Driver.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

/// `planes` planes in one call; what lies where, the driver sees from the addresses.
Result copyPlanes(const Driver &driver, const Place &to, const ConstPlace &from, const Box &box,
                  std::size_t targetRows, std::size_t sourceRows, Stream stream) {
  Copy3D all;
  all.source = address(from.data);
  all.sourcePitch = from.rowPitch;
  all.sourceHeight = sourceRows;
  all.target = address(to.data);
  all.targetPitch = to.rowPitch;
  all.targetHeight = targetRows;
  all.widthBytes = box.rowBytes;
  all.height = box.rows;
  all.depth = box.planes;
  return driver.memcpy3D(&all, stream);
}

} // namespace

Status allocate(std::size_t bytes, void *&memory) {
  memory = nullptr;
  const Driver *driver = nullptr;
  Status status = enter(driver);
  if (!status)
    return status;
  DevicePointer place = 0;
  status = check(*driver, driver->memAlloc(&place, bytes),
                 "allocating " + formatBytes(static_cast<double>(bytes)) + " of device memory");
  memory = reinterpret_cast<void *>(place);
  return status;
}

void release(void *memory) {
  const Driver *driver = nullptr;
  if (memory && enter(driver))
    driver->memFree(address(memory));
}

Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) {
  const Driver *driver = nullptr;
  Status status = enter(driver);
  if (!status || bytes == 0)
    return status;
  return check(*driver, driver->memsetBytes(address(memory), value, bytes, stream),
               "filling device memory");
}

Status copy(const Place &to, const ConstPlace &from, const Box &box, Stream stream) {
  const std::size_t planeBytes = box.rowBytes * box.rows;
  const Driver *driver = nullptr;
  Status status = enter(driver);
  if (!status || planeBytes * box.planes == 0)
    return status;
  const auto packed = [&](std::size_t rowPitch, std::size_t planePitch) {
    return (box.rows == 1 || rowPitch == box.rowBytes) &&
           (box.planes == 1 || planePitch == planeBytes);
  };
  const char *const what = "copying cells";
  if (packed(to.rowPitch, to.planePitch) && packed(from.rowPitch, from.planePitch))
    return check(
        *driver,
        driver->memcpyAsync(address(to.data), address(from.data), planeBytes * box.planes, stream),
        what);
  // One call for all planes needs plane pitches that are whole rows.
  if (box.rows > 1 && to.planePitch % to.rowPitch == 0 && from.planePitch % from.rowPitch == 0) {
    const bool isOne = box.planes == 1;
    return check(*driver,
                 copyPlanes(*driver, to, from, box, isOne ? box.rows : to.planePitch / to.rowPitch,
                            isOne ? box.rows : from.planePitch / from.rowPitch, stream),
                 what);
  }
  for (std::size_t z = 0; status && z < box.planes; ++z) {
    const Place target = {static_cast<char *>(to.data) + z * to.planePitch, to.rowPitch, 0};
    const ConstPlace source = {static_cast<const char *>(from.data) + z * from.planePitch,
                               from.rowPitch, 0};
    status = check(*driver,
                   box.rows == 1 ? driver->memcpyAsync(address(target.data), address(source.data),
                                                       box.rowBytes, stream)
                                 : copyPlanes(*driver, target, source, {box.rowBytes, box.rows, 1},
                                              box.rows, box.rows, stream),
                   what);
  }
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
