/// \file Memory of a GPU, and copies of boxes of cells to it, from it and within it.
///
/// Functions that take a stream enqueue their work there and return at once.
#pragma once

#include "runtime/core/device/Boxes.h"
#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

using device::Box;
using device::ConstPlace;
using device::Place;

/// Allocates `bytes` > 0 bytes of device memory, aligned to at least 256 bytes. The contents are
/// undefined.
Status allocate(std::size_t bytes, void *&memory);
/// Waits until the work that uses `memory` has ended, and frees this device memory. `memory` may be
/// null.
void release(void *memory);
/// Enqueues an operation that sets `bytes` bytes of device memory to `value`.
Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream);
/// Enqueues a copy of a box of cells. Each side may be host or device memory, and the boxes must
/// not overlap. Row and plane pitches may be larger than rows and planes. Pageable host memory must
/// stay valid until the stream is synchronized.
Status copy(const Place &to, const ConstPlace &from, const Box &box, Stream stream);

/// Converts an address to the driver's type.
inline DevicePointer address(const void *memory) {
  return reinterpret_cast<std::uintptr_t>(memory);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
