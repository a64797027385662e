/// \file Allocates GPU memory and copies boxes of cells with the driver.
#include "runtime/core/device/cuda/Memory.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

const char *const kCopying = "copying cells";

Status copyPacked(void *to, const void *from, std::size_t bytes, Stream stream) {
  return call(kCopying, &Driver::memcpyAsync, address(to), address(from), bytes, stream);
}

/// Copies a box with several rows in each of `box.planes` planes, with one call. `targetRows` and
/// `sourceRows` are the numbers of rows from one plane to the next. The driver detects from the
/// addresses which side is host memory.
Status copyPlanes(const Place &to, const ConstPlace &from, const Box &box, std::size_t targetRows,
                  std::size_t sourceRows, Stream stream) {
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
  return call(kCopying, &Driver::memcpy3D, &all, stream);
}

} // namespace

Status allocate(std::size_t bytes, void *&memory) {
  DevicePointer place = 0;
  Status status =
      call("allocating " + formatBytes(static_cast<double>(bytes)) + " of device memory",
           &Driver::memAlloc, &place, bytes);
  memory = status ? reinterpret_cast<void *>(place) : nullptr;
  return status;
}

void release(void *memory) {
  if (memory)
    giveBack(&Driver::memFree, address(memory));
}

Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) {
  if (bytes == 0)
    return {};
  return call("filling device memory", &Driver::memsetBytes, address(memory), value, bytes, stream);
}

Status copy(const Place &to, const ConstPlace &from, const Box &box, Stream stream) {
  const std::size_t planeBytes = box.rowBytes * box.rows;
  if (planeBytes * box.planes == 0)
    return {};
  const auto packed = [&](std::size_t rowPitch, std::size_t planePitch) {
    return (box.rows == 1 || rowPitch == box.rowBytes) &&
           (box.planes == 1 || planePitch == planeBytes);
  };
  if (packed(to.rowPitch, to.planePitch) && packed(from.rowPitch, from.planePitch))
    return copyPacked(to.data, from.data, planeBytes * box.planes, stream);
  // One call for all planes is only possible if plane pitches are multiples of row pitches.
  if (box.rows > 1 && to.planePitch % to.rowPitch == 0 && from.planePitch % from.rowPitch == 0) {
    const bool isOne = box.planes == 1;
    return copyPlanes(to, from, box, isOne ? box.rows : to.planePitch / to.rowPitch,
                      isOne ? box.rows : from.planePitch / from.rowPitch, stream);
  }
  Status status;
  for (std::size_t z = 0; status && z < box.planes; ++z) {
    const Place target = {static_cast<char *>(to.data) + z * to.planePitch, to.rowPitch, 0};
    const ConstPlace source = {static_cast<const char *>(from.data) + z * from.planePitch,
                               from.rowPitch, 0};
    status = box.rows == 1 ? copyPacked(target.data, source.data, box.rowBytes, stream)
                           : copyPlanes(target, source, {box.rowBytes, box.rows, 1}, box.rows,
                                        box.rows, stream);
  }
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
