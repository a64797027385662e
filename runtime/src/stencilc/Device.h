/// \file The interface of a device that stores and computes cells: memory, copies, streams,
/// launches and timing. Devices are GPUs, the host, and the CPU device that emulates a GPU.
///
/// Calls with a stream enqueue their work there and return. On the host the work is done when they
/// return. Every failure is a Status that says what was tried.
#pragma once

#include "stencilc/Boxes.h"
#include "stencilc/Description.h"
#include "stencilc/Launch.h"
#include "stencilc/Runtime.h"
#include "stencilc/Status.h"
#include "stencilc/Text.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

class Lane;

/// An ordered queue of work on a device: a CUstream, null for the default stream. The host ignores
/// it.
using Stream = void *;

/// A sequence of kernel launches that was recorded once and is enqueued as a whole, such as a CUDA
/// graph.
class Recording {
public:
  virtual ~Recording() = default;
  virtual Status run(Stream stream) const = 0;
};

/// A stopwatch for the time between two points of a stream. It uses events on a GPU, else a steady
/// clock.
class Stopwatch {
public:
  virtual ~Stopwatch() = default;
  virtual Status start(Stream stream) = 0;
  virtual Status stop(Stream stream) = 0;
  /// Waits until the stream has reached the point of stop(). Then sets `result` to the seconds
  /// between both points.
  virtual Status seconds(double &result) const = 0;
};

/// The measured rates of copies between host and device.
struct LinkRate {
  double bytesPerSecond = 0; // in each direction, while the other is busy too
  double alone = 0;          // in one direction alone
};

/// A device that stores and computes cells: a GPU, the host, or the CPU device.
class Device {
public:
  virtual ~Device() = default;
  virtual ExecutionSpace world() const = 0;
  /// Returns true for a GPU. The host cannot access its memory.
  bool isGpu() const { return world() == ExecutionSpace::Cuda; }
  /// Returns true for the CPU device, which emulates a GPU to find faults. Its times have no
  /// meaning.
  bool isEmulated() const { return world() == ExecutionSpace::CpuDevice; }

  /// Sets `info` to the properties of the device. Fails if there is no device or no driver.
  virtual Status query(device::Info &info) = 0;
  /// Returns the number of multiprocessors, or of host threads that share loops. It is at least 1.
  virtual int multiprocessors() = 0;
  /// Returns the PCI bus id of the device as NVIDIA's tools write it, or an empty text if it is not
  /// known.
  virtual std::string busId() = 0;
  /// Sets `bytes` to the memory that can be allocated at this moment.
  virtual Status freeMemory(std::uint64_t &bytes) = 0;

  /// Allocates `bytes` > 0 bytes, at a multiple of 256. The contents are undefined. The CPU device
  /// aligns only to a power of two that divides `bytes`, and sets all bits, which is NaN. Thus it
  /// finds accesses beyond the end and uses of uninitialised cells.
  virtual Status allocate(std::size_t bytes, void *&memory) = 0;
  /// Frees memory, which may be null. Waits for work that uses it.
  virtual void release(void *memory) = 0;
  /// Sets each of `bytes` bytes to `value`.
  virtual Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) = 0;
  /// Copies a box of cells between `from` and `to`, each in host or device memory. They must not
  /// overlap. A pitch must be at least the size of a row or plane. Host memory that is not pinned
  /// must stay valid until the stream is synchronized.
  virtual Status copy(device::Place to, device::ConstPlace from, device::Box box,
                      Stream stream) = 0;

  /// Waits for all work enqueued on `stream`. Returns the error of that work, if any.
  virtual Status synchronize(Stream stream) = 0;
  virtual std::unique_ptr<Stopwatch> makeStopwatch() = 0;

  // For domains that several devices share (slabs/).
  /// Returns the name of the device in messages, for example "GPU 1". It is empty if it is the only
  /// one.
  virtual std::string name() const { return ""; }
  /// Lets copies and kernels of this device access the memory of `other`. Sets `isDirect` to false
  /// if data has to pass through the host.
  virtual Status openTo(Device &other, bool &isDirect) {
    (void)other;
    isDirect = true;
    return {};
  }
  /// Makes this device the current one of the calling thread.
  virtual Status enter() { return {}; }

  /// Calls `act` with this device as the current one of the calling thread. Restores the other one
  /// afterwards.
  virtual Status whileCurrent(const std::function<Status()> &act) { return act(); }
  /// Sets `kernel` to this device's handle of the kernel `known`, which was loaded for another
  /// device of the same kind.
  virtual Status kernelHere(const void *known, const void *&kernel) {
    kernel = known;
    return {};
  }

  /// Prepares a kernel, once before its first launch with this size of shared memory.
  virtual Status prepare(const KernelLaunch &) { return {}; }
  /// Enqueues a prepared kernel. The caller has checked its grid and block size (LaunchCheck.h).
  virtual Status launch(Stream stream, const KernelLaunch &launch) = 0;
  /// Calls `work` with a stream and records the launches that it enqueues there, without running
  /// them. Sets `recording` to null on devices where that saves no time.
  virtual Status record(const std::function<Status(Stream)> &work,
                        std::unique_ptr<Recording> &recording) {
    (void)work;
    recording = nullptr;
    return {};
  }
  /// Encodes a tensor map (a descriptor for TMA copies). The caller has checked the request.
  virtual Status mapTensor(const TensorRequest &request) = 0;

  // For domains larger than the memory of the device (stream/).
  /// Sets `bytes` to the unit of which the size of a ring buffer must be a multiple.
  virtual Status ringUnit(std::uint64_t &bytes) = 0;
  /// Allocates a ring buffer of `bytes` bytes that is mapped twice, at `memory` and at `memory` +
  /// `bytes`, so that accesses may cross its end. The contents are undefined; on the host all bits
  /// are set.
  virtual Status allocateRing(std::uint64_t bytes, unsigned char *&memory) = 0;
  /// Frees a ring buffer of `bytes` bytes that allocateRing() has allocated. `memory` may be null.
  virtual void releaseRing(unsigned char *memory, std::uint64_t bytes) = 0;
  /// Lets copies of the device `other` write to a ring buffer of this device.
  virtual Status openRing(unsigned char *memory, std::uint64_t bytes, Device &other) {
    (void)memory, (void)bytes, (void)other;
    return {};
  }
  /// Returns the size in bytes of the parts in which host memory is pinned. One call for 512 GiB
  /// would fail. A copy must not cross the end of a part. Parts on the host are small, so that
  /// tests cross them.
  virtual std::uint64_t pinnedPiece() const = 0;
  /// Allocates `bytes` bytes of pinned host memory for a domain that is copied to and from the
  /// device. All threads touch its pages first, so that they are spread over NUMA nodes.
  virtual Status allocateHost(std::uint64_t bytes, unsigned char *&memory) = 0;
  virtual void releaseHost(unsigned char *memory, std::uint64_t bytes) = 0;
  /// Sets `address` to the device address of pinned host memory.
  virtual Status addressOf(unsigned char *host, void *&address) = 0;
  /// Measures the rates of copies between host and device. Sets `isMeasured` to false if the device
  /// is the host itself.
  virtual Status measureLink(LinkRate &rate, bool &isMeasured) = 0;
  /// Creates a queue of tasks. With `isApart` true, it is separate from the queue of the main
  /// kernels. Its tasks are copies, and short kernels that copies wait for. On a GPU it has the
  /// highest priority.
  virtual Status makeLane(bool isApart, std::unique_ptr<Lane> &lane) = 0;
  /// Returns the size of the last-level cache in bytes, or 0 if it is not known.
  virtual std::uint64_t lastCacheBytes() = 0;
};

/// Returns the host as a device.
Device &hostDevice();
/// Returns the current GPU of the calling thread, or the first GPU.
Device &gpuDevice();
/// Makes `device`, the CPU device (an emulated GPU), the one that programs compiled for it use. The
/// library does not contain it, because it depends on another library.
void useEmulatedDevice(Device &device);
/// Returns GPU number `number` of this machine, independent of the current one. It lives as long as
/// the process.
Device &numberedGpu(int number);
/// Sets `count` to the number of GPUs of this machine.
Status countGpus(int &count);
/// Returns device number `number` for a program of this kind. On the host all numbers mean the same
/// device.
Device *deviceFor(ExecutionSpace world, int number);
/// Returns the device for a program of this kind, or null if the library has none. noDevice() then
/// returns the error.
Device *deviceFor(ExecutionSpace world);
Status noDevice(ExecutionSpace world);

} // namespace stencilc::inline STENCILC_SPACE
