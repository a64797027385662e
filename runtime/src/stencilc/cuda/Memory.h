/// \file Memory of a GPU, and copies of boxes to, from and within it.
///
/// Calls that take a stream enqueue their work there and return.
#pragma once

#include "stencilc/Boxes.h"
#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

using device::Box;
using device::ConstPlace;
using device::Place;

/// `bytes` > 0 bytes on a boundary of 256 bytes or more. Contents are undefined.
Status allocate(std::size_t bytes, void *&memory);
/// Null is allowed. Waits for work that uses the memory.
void release(void *memory);
/// Sets `bytes` bytes to `value`.
Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream);
/// Copies a box; each side may be host or device memory. The boxes must not overlap. Pitches may
/// be anything from the row's or plane's own size on. Host memory that is not pinned must live
/// until the stream is synchronized.
Status copy(const Place &to, const ConstPlace &from, const Box &box, Stream stream);

/// The address of memory as the driver counts it.
inline DevicePointer address(const void *memory) {
  return reinterpret_cast<std::uintptr_t>(memory);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
