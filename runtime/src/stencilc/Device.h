/// \file The device the cells live on: memory, copies, streams, launches, timing. A GPU, the host
/// itself, or the CPU device, behind the same calls.
///
/// Calls that take a stream enqueue their work there and return; on the host they are done when
/// they return. Every failure is a Status that says what was tried.
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

/// Work in order: a CUstream, which is a cudaStream_t; null is the default stream. The host has one
/// order of work only, and ignores it.
using Stream = void *;

/// Launches that the device has taken down, to be enqueued at once.
class Recording {
public:
  virtual ~Recording() = default;
  virtual Status run(Stream stream) const = 0;
};

/// Time on the device between two points of a stream: events of a GPU, a steady clock else.
class Stopwatch {
public:
  virtual ~Stopwatch() = default;
  virtual Status start(Stream stream) = 0;
  virtual Status stop(Stream stream) = 0;
  /// Waits for the point of stop().
  virtual Status seconds(double &result) const = 0;
};

/// What a copy to the device and back can do.
struct LinkRate {
  double bytesPerSecond = 0; // each way while the other is busy as well
  double alone = 0;          // while it is not
};

class Device {
public:
  virtual ~Device() = default;
  virtual World world() const = 0;
  /// Cells are in memory that the host cannot reach.
  bool isGpu() const { return world() == World::Cuda; }
  /// Time means nothing, and faults are looked for.
  bool isEmulated() const { return world() == World::CpuDevice; }

  /// Fails if there is no device, or no driver.
  virtual Status query(device::Info &info) = 0;
  /// Multiprocessors, or threads of the host that share loops; at least 1.
  virtual int multiprocessors() = 0;
  /// Where the device is on the PCI bus, as NVIDIA's tools name it; empty if that is not known.
  virtual std::string busId() = 0;
  /// Bytes that an allocation could get now.
  virtual Status freeMemory(std::uint64_t &bytes) = 0;

  /// `bytes` > 0 bytes at a multiple of 256 (of what divides them on the CPU device). Contents are
  /// undefined; there all bits are set, which is NaN, so that use before initialisation shows.
  virtual Status allocate(std::size_t bytes, void *&memory) = 0;
  /// Null is allowed. Waits for work that uses the memory.
  virtual void release(void *memory) = 0;
  /// Sets `bytes` bytes to `value`.
  virtual Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) = 0;
  /// Copies a box; each side may be host or device memory. The boxes must not overlap. Pitches may
  /// be anything from the row's or plane's own size on. Host memory that is not pinned must live
  /// until the stream is synchronized.
  virtual Status copy(device::Place to, device::ConstPlace from, device::Box box,
                      Stream stream) = 0;

  /// Waits for all work enqueued on `stream`, and reports what failed there.
  virtual Status synchronize(Stream stream) = 0;
  virtual std::unique_ptr<Stopwatch> makeStopwatch() = 0;

  // For domains that are divided among devices (slabs/).
  /// What messages call it, "GPU 1"; empty where there is one of its kind.
  virtual std::string name() const { return ""; }
  /// Lets copies and kernels of this device reach memory of `other`; `isDirect`: without a way
  /// through the host.
  virtual Status openTo(Device &other, bool &isDirect) {
    (void)other;
    isDirect = true;
    return {};
  }
  /// Makes what the calling thread does from now on be of this device.
  virtual Status enter() { return {}; }

  /// Calls `act` while this device is the calling thread's current one.
  virtual Status whileCurrent(const std::function<Status()> &act) { return act(); }
  /// A kernel of a module that was loaded for another device of its kind, here.
  virtual Status kernelHere(const void *known, const void *&kernel) {
    kernel = known;
    return {};
  }

  /// What a kernel needs once, before the first of its launches with so much shared memory.
  virtual Status prepare(const KernelLaunch &) { return {}; }
  /// Enqueues a kernel; its shape has been checked (LaunchCheck.h), and it is prepared.
  virtual Status launch(Stream stream, const KernelLaunch &launch) = 0;
  /// Takes down the launches that `work` enqueues on the stream that it is given; none of them
  /// runs. Null where enqueuing many at once gains nothing.
  virtual Status record(const std::function<Status(Stream)> &work,
                        std::unique_ptr<Recording> &recording) {
    (void)work;
    recording = nullptr;
    return {};
  }
  /// Sets a tensor map; the request has been checked.
  virtual Status mapTensor(const TensorRequest &request) = 0;

  // For domains that pass through the device (stream/).
  /// What the size of a ring must be a multiple of.
  virtual Status ringUnit(std::uint64_t &bytes) = 0;
  /// A ring of `bytes` bytes, seen at [memory, memory + 2 * bytes). Contents are undefined; all
  /// bits are set on the host.
  virtual Status allocateRing(std::uint64_t bytes, unsigned char *&memory) = 0;
  /// Null is allowed.
  virtual void releaseRing(unsigned char *memory, std::uint64_t bytes) = 0;
  /// Lets copies of `other` write to a ring of this device.
  virtual Status openRing(unsigned char *memory, std::uint64_t bytes, Device &other) {
    (void)memory, (void)bytes, (void)other;
    return {};
  }
  /// Host memory is pinned in pieces of as many bytes, because one call for 512 GiB fails; a copy
  /// must not run over the end of one. On the host they are small, so that tests meet one.
  virtual std::uint64_t pinnedPiece() const = 0;
  /// Host memory for a domain that is copied to and from the device: its pages are first touched by
  /// all threads, and pinned.
  virtual Status allocateHost(std::uint64_t bytes, unsigned char *&memory) = 0;
  virtual void releaseHost(unsigned char *memory, std::uint64_t bytes) = 0;
  /// Where the device sees pinned host memory.
  virtual Status addressOf(unsigned char *host, void *&address) = 0;
  /// Measures the link to the host; false where there is none.
  virtual Status measureLink(LinkRate &rate, bool &isMeasured) = 0;
  /// A queue of tasks; tasks of one apart from the kernels are copies and short kernels that copies
  /// wait for.
  virtual Status makeLane(bool isApart, std::unique_ptr<Lane> &lane) = 0;
  /// Bytes of the last cache before memory; 0 if that is not known.
  virtual std::uint64_t lastCacheBytes() = 0;
};

/// The host itself.
Device &hostDevice();
/// The GPU that the calling thread uses, or the first one.
Device &gpuDevice();
/// Makes programs for the CPU device run there. It is no part of the library, because it needs
/// another one.
void useEmulatedDevice(Device &device);
/// GPU number `number` of this machine, whichever the calling thread uses; it lives as long as the
/// process.
Device &numberedGpu(int number);
/// How many GPUs there are.
Status countGpus(int &count);
/// Device number `number` for a program; on the host all are the same one.
Device *deviceFor(World world, int number);
/// The device for a program; null if the library has none of its kind, which noDevice() says.
Device *deviceFor(World world);
Status noDevice(World world);

} // namespace stencilc::inline STENCILC_SPACE
