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
  /// Copies the recording to the device, so that the first run() takes no longer than later ones.
  virtual Status prepare(Stream) const { return {}; }
  virtual Status run(Stream stream) const = 0;
  /// Gives launch number `index` (from 0) the arguments of `launch`, for later calls of run().
  /// Precondition: `launch` has the kernel and the numbers of blocks and threads of the recorded
  /// launch. Fails on devices that cannot change a recording.
  virtual Status replace(std::size_t index, const KernelLaunch &launch) {
    (void)index, (void)launch;
    return Status::invalid("this device cannot change recorded launches");
  }
};

/// Stopwatch for the time between two points of a stream. It uses events on a GPU, and a steady
/// clock elsewhere.
class Stopwatch {
public:
  virtual ~Stopwatch() = default;
  virtual Status start(Stream stream) = 0;
  virtual Status stop(Stream stream) = 0;
  /// Sets `result` to the seconds between the points of the stream at which start() and stop() were
  /// called. Waits until the stream has reached the second point.
  virtual Status seconds(double &result) const = 0;
};

/// Measured rates of copies between host and device, in bytes per second.
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

  /// Allocates `bytes` > 0 bytes and sets `memory` to their address, a multiple of 256. The
  /// contents are undefined. The CPU device (an emulated GPU that finds faults) sets all bits, so
  /// that floating-point cells are NaN. It aligns only to a power of two that divides `bytes`, so
  /// that accesses beyond the end are found.
  virtual Status allocate(std::size_t bytes, void *&memory) = 0;
  /// Frees `memory`, which may be null. Waits for enqueued work that uses it.
  virtual void release(void *memory) = 0;
  /// Sets each of `bytes` bytes to `value`.
  virtual Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) = 0;
  /// Copies a box of cells from `from` to `to`, each in host or device memory. The two boxes must
  /// not overlap. Rows and planes of one box must not overlap either. Host memory that is not
  /// pinned must stay valid until the stream is synchronized.
  virtual Status copy(device::Place to, device::ConstPlace from, device::Box box,
                      Stream stream) = 0;

  /// Waits for all work enqueued on `stream`. Returns the first error of that work, or success.
  virtual Status synchronize(Stream stream) = 0;
  virtual std::unique_ptr<Stopwatch> makeStopwatch() = 0;

  // Functions for domains that several devices share (slabs/).
  /// Returns the name of the device for messages, for example "GPU 1". The name is empty for the
  /// host, for the CPU device, and for the object that represents the current GPU.
  virtual std::string name() const { return ""; }
  /// Allows copies and kernels of this device to access the memory of `other`. Sets `isDirect` to
  /// true. If the devices cannot do this, sets it to false, and copies pass through the host.
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
  /// Sets `kernel` to the handle that this device has for a kernel (on a GPU a CUfunction). `known`
  /// is the handle of the same kernel on another device of the same kind.
  virtual Status kernelHere(const void *known, const void *&kernel) {
    kernel = known;
    return {};
  }

  /// Allows a kernel to be launched with as much shared memory as this launch needs. It must be
  /// called before the first launch of the kernel with that size.
  virtual Status prepare(const KernelLaunch &) { return {}; }
  /// Enqueues a launch of a kernel for which prepare() was called. Precondition: checkShape()
  /// (LaunchCheck.h) has accepted the numbers of blocks and threads.
  virtual Status launch(Stream stream, const KernelLaunch &launch) = 0;
  /// Enqueues one launch of a recording, number `index` (from 0), on `stream`.
  using LaunchOf = std::function<Status(std::size_t index, Stream stream)>;
  /// Records `count` launches instead of executing them: calls `launchOf` for each, and stores in
  /// `recording` what it enqueues. On devices where recordings save no time, sets `recording` to
  /// null and does not call `launchOf`.
  virtual Status record(std::size_t count, const LaunchOf &launchOf,
                        std::unique_ptr<Recording> &recording) {
    (void)count, (void)launchOf;
    recording = nullptr;
    return {};
  }
  /// Writes the tensor map (a descriptor for TMA copies) of `request` to the memory that its member
  /// `map` points to. Precondition: checkTensor() (LaunchCheck.h) has accepted `request`.
  virtual Status mapTensor(const TensorRequest &request) = 0;

  // Functions for domains larger than the memory of the device (stream/).
  /// Sets `bytes` to the unit of sizes of ring buffers (memory for a moving range of planes). The
  /// size of every ring buffer must be a multiple of it.
  virtual Status ringUnit(std::uint64_t &bytes) = 0;
  /// Allocates a ring buffer (memory for a moving range of planes) of `bytes` bytes. It is mapped
  /// at `memory` and again at `memory` + `bytes`, so that accesses may cross its end. The contents
  /// are undefined on a GPU. On the host all bits are set, so that floating-point cells are NaN.
  virtual Status allocateRing(std::uint64_t bytes, unsigned char *&memory) = 0;
  /// Frees a ring buffer of `bytes` bytes that allocateRing() has allocated. `memory` may be null.
  virtual void releaseRing(unsigned char *memory, std::uint64_t bytes) = 0;
  /// Allows copies that the device `other` executes to write to a ring buffer (memory for a moving
  /// range of planes) of this device. It has `bytes` bytes at `memory`.
  virtual Status openRing(unsigned char *memory, std::uint64_t bytes, Device &other) {
    (void)memory, (void)bytes, (void)other;
    return {};
  }
  /// Returns the size in bytes of the pieces of host memory that are pinned one by one, because a
  /// single call for 512 GiB fails. A copy must not cross the end of a piece. On the host, pieces
  /// have only 16 KiB, so that tests cross their ends.
  virtual std::uint64_t pinnedPiece() const = 0;
  /// Allocates `bytes` bytes of pinned host memory, for a domain that is larger than device memory.
  /// All host threads write to its pages first, so that the pages are spread over NUMA nodes.
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
/// Returns the object that represents the current GPU of the calling thread. If the thread has no
/// current GPU when a function of the object is called, GPU 0 becomes the current one.
Device &gpuDevice();
/// Registers the CPU device (an emulated GPU), which deviceFor() then returns for programs compiled
/// for it. This library cannot create that device, because the emulation is in another library.
void useEmulatedDevice(Device &device);
/// Returns GPU number `number` of this machine, whichever GPU is the current one. The object exists
/// until the process ends.
Device &numberedGpu(int number);
/// Sets `count` to the number of GPUs of this machine.
Status countGpus(int &count);
/// Returns GPU number `number` (from 0) if `world`, the kind of device that a program was compiled
/// for, is CUDA. Otherwise ignores `number` and returns the host or the CPU device (an emulated
/// GPU). Returns null if that CPU device is not linked.
Device *deviceFor(ExecutionSpace world, int number);
/// Returns the device for a program of kind `world`: the current GPU, the host, or the CPU device
/// (an emulated GPU). Returns null if that CPU device is not linked. noDevice() then returns the
/// error.
Device *deviceFor(ExecutionSpace world);
Status noDevice(ExecutionSpace world);

} // namespace stencilc::inline STENCILC_SPACE
