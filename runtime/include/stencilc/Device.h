/// \file The device the cells live on: memory, copies, streams, timing. A GPU under CUDA; else the
/// host itself, behind the same calls.
///
/// Calls that take a stream enqueue their work there and return; on the host they are done when
/// they return. Every failure is a Status that says what was tried.
#pragma once

#include "stencilc/Platform.h"
#include "stencilc/Status.h"
#include "stencilc/Text.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace stencilc {

#if STENCILC_WORLD_CUDA
/// Work in order; null is the default stream.
using Stream = cudaStream_t;
#else
/// The host has one order of work only; the value is ignored.
using Stream = void *;
#endif

namespace device {

/// What messages and plans need to know.
struct Info {
  std::string name;                    // "NVIDIA H200", or the processor's name
  std::uint64_t totalBytes = 0;        // memory of the device
  int multiprocessors = 0;             // or processor cores
  std::size_t sharedBytesPerBlock = 0; // that a kernel may ask for; 0 where there are no kernels
};

/// A box of cells in bytes: `rows` rows of `rowBytes` bytes in each of `planes` planes.
struct Box {
  std::size_t rowBytes = 0, rows = 1, planes = 1;
};

/// Where the rows of a box lie; pitches in bytes.
struct Place {
  void *data = nullptr;
  std::size_t rowPitch = 0, planePitch = 0;
};
struct ConstPlace {
  const void *data = nullptr;
  std::size_t rowPitch = 0, planePitch = 0;

  ConstPlace(const void *data, std::size_t rowPitch, std::size_t planePitch)
      : data(data), rowPitch(rowPitch), planePitch(planePitch) {}
  ConstPlace(const Place &place)
      : data(place.data), rowPitch(place.rowPitch), planePitch(place.planePitch) {}
};

/// The current device. Fails if there is none, or no driver.
Status query(Info &info);
/// Multiprocessors of the current device, or processor cores; at least 1.
int multiprocessors();
/// Where the current device is on the PCI bus, as NVIDIA's tools name it; empty if that is not
/// known.
std::string busId();
/// Bytes that an allocation could get now.
Status freeMemory(std::uint64_t &bytes);

/// `bytes` > 0 bytes on a boundary of 256 bytes or more. Contents are undefined; on the CPU device
/// all bits are set, which reads as NaN, so that use before initialisation shows.
Status allocate(std::size_t bytes, void *&memory);
/// Null is allowed. Waits for work that uses the memory.
void release(void *memory);
/// Sets `bytes` bytes to `value`.
Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream);
/// Copies a box; each side may be host or device memory. The boxes must not overlap. Pitches may
/// be anything from the row's or plane's own size on. Host memory that is not pinned must live
/// until the stream is synchronized.
Status copy(Place to, ConstPlace from, Box box, Stream stream);

/// An own stream that does not wait for the default stream.
Status createStream(Stream &stream);
void destroyStream(Stream stream);
/// Waits for all work enqueued on `stream`, and reports what failed there.
Status synchronize(Stream stream);

/// Time on the device between two points of a stream: events under CUDA, a steady clock else.
class Stopwatch;

} // namespace device
} // namespace stencilc

#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/DeviceCuda.h"
#else
#include "stencilc/cpu/DeviceHost.h"
#endif
