/// \file Interface of a device that stores and computes cells: memory, copies, streams, launches
/// and timing. Devices are GPUs, the host, and the CPU device, which emulates a GPU.
///
/// Functions with a stream enqueue their work there and return. On the host the work is done when
/// they return. A failed Status says what was tried.
#pragma once

#include "runtime/core/device/Boxes.h"
#include "runtime/core/support/Status.h"
#include "runtime/core/support/Text.h"
#include "stencilc/Description.h"
#include "stencilc/Launch.h"
#include "stencilc/Runtime.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

class Lane;

/// Ordered queue of work on a device: a CUstream on a GPU, null for its default stream. The host
/// ignores streams.
using Stream = void *;

/// A sequence of kernel launches that was recorded once and is enqueued as a whole, such as a CUDA
/// graph.
class Recording {
public:
  virtual ~Recording() = default;
  virtual Status run(Stream stream) const = 0;
};

/// Stopwatch for the time between two points of a stream. It uses events on a GPU, and a steady
/// clock elsewhere.
class Stopwatch {
public:
  virtual ~Stopwatch() = default;
  virtual Status start(Stream stream) = 0;
  virtual Status stop(Stream stream) = 0;
  /// Waits until the stream has reached the point at which stop() was called. Sets `result` to the
  /// seconds between the calls of start() and stop(), in stream order.
  virtual Status seconds(double &result) const = 0;
};

/// Measured rates of copies between host and device.
struct LinkRate {
  double bytesPerSecond = 0; // in each direction, while the other is busy too
  double alone = 0;          // in one direction alone
};

/// A device that stores and computes cells: a GPU, the host, or the CPU device.
class Device {
public:
  virtual ~Device() = default;
  virtual ExecutionSpace world() const = 0;
  /// Returns true if this is a GPU, whose memory the host cannot access.
  bool isGpu() const { return world() == ExecutionSpace::Cuda; }
  /// Returns true if this is the CPU device, which emulates a GPU to find faults. Times on it have
  /// no meaning.
  bool isEmulated() const { return world() == ExecutionSpace::CpuDevice; }

  /// Sets `info` to the properties of the device. Fails if there is no such device or no driver.
  virtual Status query(device::Info &info) = 0;
  /// Returns the number of multiprocessors of the GPU. If the device is the host, returns the
  /// number of threads among which the iterations of a loop are divided. The result is at least 1.
  virtual int multiprocessors() = 0;
  /// Returns the PCI bus id of the device as NVIDIA's tools write it, or an empty text if the id is
  /// not known.
  virtual std::string busId() = 0;
  /// Sets `bytes` to the size of the device memory that can be allocated at this moment.
  virtual Status freeMemory(std::uint64_t &bytes) = 0;

  /// Allocates `bytes` > 0 bytes at a multiple of 256. The contents are undefined. The CPU device,
  /// which finds faults, sets all bits, which is NaN. It aligns only to a power of two that divides
  /// `bytes`, so that accesses beyond the end are found.
  virtual Status allocate(std::size_t bytes, void *&memory) = 0;
  /// Frees `memory`, which may be null. Waits for enqueued work that uses it.
  virtual void release(void *memory) = 0;
  /// Sets each of `bytes` bytes to `value`.
  virtual Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) = 0;
  /// Copies a box of cells from `from` to `to`, each in host or device memory. The two boxes must
  /// not overlap, and neither must rows or planes of one box. Host memory that is not pinned must
  /// stay valid until the stream is synchronized.
  virtual Status copy(device::Place to, device::ConstPlace from, device::Box box,
                      Stream stream) = 0;

  /// Waits for all work enqueued on `stream`. Returns the first error of that work, or success.
  virtual Status synchronize(Stream stream) = 0;
  virtual std::unique_ptr<Stopwatch> makeStopwatch() = 0;

  // Functions for domains that several devices share (slabs/).
  /// Returns the name of the device for messages, for example "GPU 1". The name is empty if there
  /// is only one device.
  virtual std::string name() const { return ""; }
  /// Lets copies and kernels of this device access the memory of `other`. Sets `isDirect` to false
  /// if data must pass through the host.
  virtual Status openTo(Device &other, bool &isDirect) {
    (void)other;
    isDirect = true;
    return {};
  }
  /// Makes this device the current one of the calling thread.
  virtual Status enter() { return {}; }

  /// Calls `act` while this device is the current one of the calling thread. The previous device
  /// becomes the current one again. Returns the result of `act`.
  virtual Status whileCurrent(const std::function<Status()> &act) { return act(); }
  /// Sets `kernel` to this device's handle of a kernel. `known` is the handle on another device of
  /// the same kind.
  virtual Status kernelHere(const void *known, const void *&kernel) {
    kernel = known;
    return {};
  }

  /// Prepares a kernel for the size of its shared memory. It must be called before the first launch
  /// with that size.
  virtual Status prepare(const KernelLaunch &) { return {}; }
  /// Enqueues a launch of a prepared kernel. Precondition: the grid and the block size have been
  /// checked (LaunchCheck.h).
  virtual Status launch(Stream stream, const KernelLaunch &launch) = 0;
  /// Records launches instead of executing them: calls `work` with a stream, and stores the
  /// launches that it enqueues there in `recording`. On devices where recordings save no time, sets
  /// `recording` to null and does not call `work`.
  virtual Status record(const std::function<Status(Stream)> &work,
                        std::unique_ptr<Recording> &recording) {
    (void)work;
    recording = nullptr;
    return {};
  }
  /// Encodes a tensor map (a descriptor for TMA copies). Precondition: the request has been checked
  /// (LaunchCheck.h).
  virtual Status mapTensor(const TensorRequest &request) = 0;

  // Functions for domains larger than the memory of the device (stream/).
  /// Sets `bytes` to the unit of sizes of ring buffers: every size must be a multiple of it.
  virtual Status ringUnit(std::uint64_t &bytes) = 0;
  /// Allocates a ring buffer of `bytes` bytes. It is mapped at `memory` and again at `memory` +
  /// `bytes`, so that accesses may cross its end. The contents are undefined. On the host all bits
  /// are set.
  virtual Status allocateRing(std::uint64_t bytes, unsigned char *&memory) = 0;
  /// Frees a ring buffer of `bytes` bytes that allocateRing() has allocated. `memory` may be null.
  virtual void releaseRing(unsigned char *memory, std::uint64_t bytes) = 0;
  /// Lets copies that the device `other` executes write to a ring buffer of this device, at
  /// `memory`.
  virtual Status openRing(unsigned char *memory, std::uint64_t bytes, Device &other) {
    (void)memory, (void)bytes, (void)other;
    return {};
  }
  /// Returns the size in bytes of the pieces in which host memory is pinned. A single call for 512
  /// GiB would fail. A copy must not cross the end of a piece. If the device is the host, pieces
  /// are small, so that tests cross their ends.
  virtual std::uint64_t pinnedPiece() const = 0;
  /// Allocates `bytes` bytes of pinned host memory for an out-of-core domain. All threads touch its
  /// pages first, so that the pages are spread over NUMA nodes.
  virtual Status allocateHost(std::uint64_t bytes, unsigned char *&memory) = 0;
  virtual void releaseHost(unsigned char *memory, std::uint64_t bytes) = 0;
  /// Sets `address` to the address at which the device accesses `host`, an address in pinned host
  /// memory.
  virtual Status addressOf(unsigned char *host, void *&address) = 0;
  /// Measures the rates of copies between host and device. Sets `isMeasured` to false, and measures
  /// nothing, if the device is the host itself.
  virtual Status measureLink(LinkRate &rate, bool &isMeasured) = 0;
  /// Creates a queue of tasks and sets `lane` to it. `isApart` must be false for the queue of the
  /// main kernels. With `isApart` true, the queue is for copies and for short kernels that copies
  /// wait for, and has the highest priority on a GPU.
  virtual Status makeLane(bool isApart, std::unique_ptr<Lane> &lane) = 0;
  /// Returns the size of the last-level cache in bytes, or 0 if the size is not known.
  virtual std::uint64_t lastCacheBytes() = 0;
};

/// Returns the device that represents the host.
Device &hostDevice();
/// Returns the current GPU of the calling thread, or the first GPU.
Device &gpuDevice();
/// Sets the CPU device (an emulated GPU), which programs compiled for it then use. It is not a part
/// of this library, because it depends on another library.
void useEmulatedDevice(Device &device);
/// Returns GPU number `number` of this machine, whichever GPU is the current one. The object exists
/// until the process ends.
Device &numberedGpu(int number);
/// Sets `count` to the number of GPUs of this machine.
Status countGpus(int &count);
/// Returns device number `number` for a program of kind `world` (CUDA, host or CPU device). All
/// numbers mean the same device on the host.
Device *deviceFor(ExecutionSpace world, int number);
/// Returns the device for a program of kind `world` (CUDA, host or CPU device), or null if the
/// library has none. noDevice() then returns the error.
Device *deviceFor(ExecutionSpace world);
Status noDevice(ExecutionSpace world);

} // namespace stencilc::inline STENCILC_SPACE
