/// \file Implements the interface Device for the current GPU. Each member calls the function of
/// this folder that implements it.
#include "runtime/core/device/Device.h"
#include "runtime/core/device/Lane.h"
#include "runtime/core/device/cuda/DeviceFacts.h"
#include "runtime/core/device/cuda/HostLink.h"
#include "runtime/core/device/cuda/Kernels.h"
#include "runtime/core/device/cuda/Lane.h"
#include "runtime/core/device/cuda/LaunchGraph.h"
#include "runtime/core/device/cuda/Memory.h"
#include "runtime/core/device/cuda/ModuleCopies.h"
#include "runtime/core/device/cuda/PinnedMemory.h"
#include "runtime/core/device/cuda/Ring.h"
#include "runtime/core/device/cuda/Streams.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

namespace {

class GpuStopwatch final : public Stopwatch {
public:
  Status start(Stream stream) override { return watch.start(stream); }
  Status stop(Stream stream) override { return watch.stop(stream); }
  Status seconds(double &result) const override { return watch.seconds(result); }

private:
  cuda::Stopwatch watch;
};

class GpuRecording final : public Recording {
public:
  Status record(std::size_t count, const Device::LaunchOf &launchOf) {
    return graph.record(count, launchOf);
  }
  Status prepare(Stream stream) const override { return graph.upload(stream); }
  Status run(Stream stream) const override { return graph.run(stream); }
  Status replace(std::size_t index, const KernelLaunch &launch) override;

private:
  cuda::LaunchGraph graph;
};

class GpuLane final : public Lane {
public:
  Status open(bool isApart) { return lane.open(isApart); }
  Stream stream() const override { return lane.stream(); }
  void waitFor(Lane &other, std::int64_t number) override {
    lane.waitFor(static_cast<GpuLane &>(other).lane, number);
  }
  void waitForCount(const UInt32 *count, UInt32 value) override { lane.waitForCount(count, value); }
  Status copy(const device::Place &to, const device::ConstPlace &from,
              const device::Box &box) override {
    return lane.copy(to, from, box);
  }
  void call(std::function<void()>) override {} // tasks on a GPU have no host steps
  void fork() override { lane.fork(); }
  Stream beside() const override { return lane.beside(); }
  void join() override { lane.join(); }
  void finish() override { lane.finish(); }
  Status await(std::int64_t number) override { return lane.await(number); }
  bool hasEnded(std::int64_t number) override { return lane.hasEnded(number); }

private:
  cuda::Lane lane;
};

/// Converts `launch`, a launch as emitted code describes it, to the type cuda::Launch, which the
/// functions of this folder take.
cuda::Launch asked(const KernelLaunch &launch) {
  cuda::Launch wanted{.name = launch.name,
                      .kernel = static_cast<cuda::Function>(const_cast<void *>(launch.kernel)),
                      .arguments = launch.arguments,
                      .sharedBytes = launch.sharedBytes,
                      .isDependent = launch.isDependent,
                      .inPairs = launch.inPairs,
                      .isCooperative = launch.isCooperative};
  std::memcpy(wanted.grid, launch.grid, sizeof wanted.grid);
  std::memcpy(wanted.block, launch.block, sizeof wanted.block);
  std::memcpy(wanted.cluster, launch.cluster, sizeof wanted.cluster);
  return wanted;
}

Status GpuRecording::replace(std::size_t index, const KernelLaunch &launch) {
  return graph.replace(index, asked(launch));
}

class GpuDevice final : public Device {
public:
  ExecutionSpace world() const override { return ExecutionSpace::Cuda; }

  Status query(device::Info &info) override { return cuda::query(info); }
  int multiprocessors() override { return cuda::multiprocessors(); }
  std::string busId() override { return cuda::busId(); }
  Status freeMemory(std::uint64_t &bytes) override { return cuda::freeMemory(bytes); }

  Status allocate(std::size_t bytes, void *&memory) override {
    return cuda::allocate(bytes, memory);
  }
  void release(void *memory) override { cuda::release(memory); }
  Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) override {
    return cuda::fill(memory, value, bytes, stream);
  }
  Status copy(device::Place to, device::ConstPlace from, device::Box box, Stream stream) override {
    return cuda::copy(to, from, box, stream);
  }

  Status synchronize(Stream stream) override { return cuda::synchronize(stream); }
  std::unique_ptr<Stopwatch> makeStopwatch() override { return std::make_unique<GpuStopwatch>(); }

  Status kernelHere(const void *known, const void *&kernel) override {
    auto *const function = static_cast<cuda::Function>(const_cast<void *>(known));
    cuda::Function here = nullptr;
    Status status = cuda::kernelHere(function, here);
    kernel = here;
    return status;
  }
  Status prepare(const KernelLaunch &launch) override { return cuda::allowShared(asked(launch)); }
  Status launch(Stream stream, const KernelLaunch &launch) override {
    return cuda::launch(stream, asked(launch));
  }

  Status record(std::size_t count, const LaunchOf &launchOf,
                std::unique_ptr<Recording> &recording) override {
    auto made = std::make_unique<GpuRecording>();
    Status status = made->record(count, launchOf);
    if (status)
      recording = std::move(made);
    return status;
  }

  /// Writes a tensor map (a descriptor for tensor loads) to `request.map`: a CUtensorMap, followed
  /// by the index of the plane at which the tensor's memory begins. Kernels subtract this index
  /// from the z of a load.
  Status mapTensor(const TensorRequest &request) override {
    cuda::Tensor tensor{.base = request.base,
                        .cellBytes = request.cellBytes,
                        .rank = request.rank,
                        .extents = {},
                        .pitches = {},
                        .box = {}};
    for (int axis = 0; axis < 3; ++axis) {
      tensor.extents[axis] = request.extents[axis];
      tensor.pitches[axis] = request.pitches[axis];
      tensor.box[axis] = request.box[axis];
    }
    constexpr std::size_t kWords = 16 * sizeof(std::uint64_t);
    std::memcpy(static_cast<char *>(request.map) + kWords, &request.firstPlane,
                sizeof request.firstPlane);
    return cuda::encodeTensorMap(request.map, tensor);
  }

  Status ringUnit(std::uint64_t &bytes) override { return cuda::ringUnit(bytes); }
  Status allocateRing(std::uint64_t bytes, unsigned char *&memory) override {
    return cuda::allocateRing(bytes, memory);
  }
  void releaseRing(unsigned char *memory, std::uint64_t bytes) override {
    cuda::releaseRing(memory, bytes);
  }
  std::uint64_t pinnedPiece() const override { return cuda::kPinnedPiece; }
  Status allocateHost(std::uint64_t bytes, unsigned char *&memory) override {
    return cuda::allocateHost(bytes, memory);
  }
  void releaseHost(unsigned char *memory, std::uint64_t bytes) override {
    cuda::releaseHost(memory, bytes);
  }
  Status addressOf(unsigned char *host, void *&address) override {
    return cuda::addressOf(host, address);
  }
  Status measureLink(LinkRate &rate, bool &isMeasured) override {
    return cuda::measureLink(rate.bytesPerSecond, rate.alone, isMeasured);
  }
  Status makeLane(bool isApart, std::unique_ptr<Lane> &lane) override {
    auto made = std::make_unique<GpuLane>();
    Status status = made->open(isApart);
    lane = std::move(made);
    return status;
  }
  std::uint64_t lastCacheBytes() override { return cuda::lastCacheBytes(); }
};

} // namespace

Device &gpuDevice() {
  static GpuDevice device;
  return device;
}

} // namespace stencilc::inline STENCILC_SPACE
