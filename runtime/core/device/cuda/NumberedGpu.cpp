/// \file Implements the interface Device for one of several GPUs. Every function makes the context
/// of that GPU current during the call, and puts the GPU's number into error messages.
#include "runtime/core/device/Device.h"
#include "runtime/core/device/Lane.h"
#include "runtime/core/device/cuda/Contexts.h"
#include "runtime/core/device/cuda/Ring.h"
#include <map>
#include <mutex>

namespace stencilc::inline STENCILC_SPACE {

namespace {

std::string nameOf(int number) { return format("GPU %d", number); }

/// Calls `act` while the context of GPU `number` is current. Error messages get the prefix "GPU n:
/// ".
template <class Act> Status onGpu(int number, const Act &act) {
  const cuda::ContextGuard guard(number);
  const Status status = guard.status() ? act() : guard.status();
  return status ? status : Status::of(status.code(), nameOf(number) + ": " + status.message());
}

/// Task queue whose functions make the context of its GPU current during the call.
class NumberedLane final : public Lane {
public:
  NumberedLane(int number, std::unique_ptr<Lane> lane) : number(number), lane(std::move(lane)) {}
  ~NumberedLane() override {
    const cuda::ContextGuard guard(number);
    lane.reset();
  }

  Stream stream() const override { return lane->stream(); }
  void waitFor(Lane &other, std::int64_t task) override {
    const cuda::ContextGuard guard(number);
    lane->waitFor(*static_cast<NumberedLane &>(other).lane, task);
  }
  void waitForCount(const UInt32 *count, UInt32 value) override {
    const cuda::ContextGuard guard(number);
    lane->waitForCount(count, value);
  }
  Status copy(const device::Place &to, const device::ConstPlace &from,
              const device::Box &box) override {
    return onGpu(number, [&] { return lane->copy(to, from, box); });
  }
  void call(std::function<void()> step) override { lane->call(std::move(step)); }
  void fork() override {
    const cuda::ContextGuard guard(number);
    lane->fork();
  }
  Stream beside() const override { return lane->beside(); }
  void join() override {
    const cuda::ContextGuard guard(number);
    lane->join();
  }
  void finish() override {
    const cuda::ContextGuard guard(number);
    lane->finish();
  }
  Status await(std::int64_t task) override {
    return onGpu(number, [&] { return lane->await(task); });
  }
  bool hasEnded(std::int64_t task) override {
    const cuda::ContextGuard guard(number);
    return lane->hasEnded(task);
  }

private:
  const int number;
  std::unique_ptr<Lane> lane;
};

class NumberedWatch final : public Stopwatch {
public:
  NumberedWatch(int number, std::unique_ptr<Stopwatch> watch)
      : number(number), watch(std::move(watch)) {}
  ~NumberedWatch() override {
    const cuda::ContextGuard guard(number);
    watch.reset();
  }
  Status start(Stream stream) override {
    return onGpu(number, [&] { return watch->start(stream); });
  }
  Status stop(Stream stream) override {
    return onGpu(number, [&] { return watch->stop(stream); });
  }
  Status seconds(double &result) const override {
    return onGpu(number, [&] { return watch->seconds(result); });
  }

private:
  const int number;
  std::unique_ptr<Stopwatch> watch;
};

class NumberedGpu final : public Device {
public:
  explicit NumberedGpu(int number) : number(number) {}

  ExecutionSpace world() const override { return ExecutionSpace::Cuda; }
  std::string name() const override { return nameOf(number); }
  Status enter() override {
    const Status status = cuda::useDevice(number); // permanent, unlike a ContextGuard
    return status ? status : Status::of(status.code(), name() + ": " + status.message());
  }
  Status openTo(Device &other, bool &isDirect) override {
    return on([&](Device &) {
      return cuda::openPeer(number, static_cast<NumberedGpu &>(other).number, isDirect);
    });
  }

  Status query(device::Info &info) override {
    return on([&](Device &gpu) { return gpu.query(info); });
  }
  int multiprocessors() override {
    const cuda::ContextGuard guard(number);
    return gpuDevice().multiprocessors();
  }
  std::string busId() override {
    const cuda::ContextGuard guard(number);
    return gpuDevice().busId();
  }
  Status freeMemory(std::uint64_t &bytes) override {
    return on([&](Device &gpu) { return gpu.freeMemory(bytes); });
  }
  Status allocate(std::size_t bytes, void *&memory) override {
    return on([&](Device &gpu) { return gpu.allocate(bytes, memory); });
  }
  void release(void *memory) override {
    const cuda::ContextGuard guard(number);
    gpuDevice().release(memory);
  }
  Status fill(void *memory, unsigned char value, std::size_t bytes, Stream stream) override {
    return on([&](Device &gpu) { return gpu.fill(memory, value, bytes, stream); });
  }
  Status copy(device::Place to, device::ConstPlace from, device::Box box, Stream stream) override {
    return on([&](Device &gpu) { return gpu.copy(to, from, box, stream); });
  }
  Status synchronize(Stream stream) override {
    return on([&](Device &gpu) { return gpu.synchronize(stream); });
  }
  std::unique_ptr<Stopwatch> makeStopwatch() override {
    return std::make_unique<NumberedWatch>(number, gpuDevice().makeStopwatch());
  }
  Status whileCurrent(const std::function<Status()> &act) override { return onGpu(number, act); }
  Status kernelHere(const void *known, const void *&kernel) override {
    return on([&](Device &gpu) { return gpu.kernelHere(known, kernel); });
  }
  Status prepare(const KernelLaunch &launch) override {
    return on([&](Device &gpu) { return gpu.prepare(launch); });
  }
  Status launch(Stream stream, const KernelLaunch &launch) override {
    return on([&](Device &gpu) { return gpu.launch(stream, launch); });
  }
  Status mapTensor(const TensorRequest &request) override {
    return on([&](Device &gpu) { return gpu.mapTensor(request); });
  }
  Status ringUnit(std::uint64_t &bytes) override {
    return on([&](Device &gpu) { return gpu.ringUnit(bytes); });
  }
  Status allocateRing(std::uint64_t bytes, unsigned char *&memory) override {
    return on([&](Device &gpu) { return gpu.allocateRing(bytes, memory); });
  }
  void releaseRing(unsigned char *memory, std::uint64_t bytes) override {
    const cuda::ContextGuard guard(number);
    gpuDevice().releaseRing(memory, bytes);
  }
  Status openRing(unsigned char *memory, std::uint64_t bytes, Device &other) override {
    const int its = static_cast<NumberedGpu &>(other).number;
    return its == number ? Status()
                         : on([&](Device &) { return cuda::openRing(memory, bytes, its); });
  }
  std::uint64_t pinnedPiece() const override { return gpuDevice().pinnedPiece(); }
  Status allocateHost(std::uint64_t bytes, unsigned char *&memory) override {
    return on([&](Device &gpu) { return gpu.allocateHost(bytes, memory); });
  }
  void releaseHost(unsigned char *memory, std::uint64_t bytes) override {
    const cuda::ContextGuard guard(number);
    gpuDevice().releaseHost(memory, bytes);
  }
  Status addressOf(unsigned char *host, void *&address) override {
    return on([&](Device &gpu) { return gpu.addressOf(host, address); });
  }
  Status measureLink(LinkRate &rate, bool &isMeasured) override {
    return on([&](Device &gpu) { return gpu.measureLink(rate, isMeasured); });
  }
  Status makeLane(bool isApart, std::unique_ptr<Lane> &lane) override {
    std::unique_ptr<Lane> made;
    Status status = on([&](Device &gpu) { return gpu.makeLane(isApart, made); });
    if (made)
      lane = std::make_unique<NumberedLane>(number, std::move(made));
    return status;
  }
  std::uint64_t lastCacheBytes() override {
    const cuda::ContextGuard guard(number);
    return gpuDevice().lastCacheBytes();
  }

private:
  template <class Act> Status on(const Act &act) {
    return onGpu(number, [&] { return act(gpuDevice()); });
  }

  const int number;
};

} // namespace

Device &numberedGpu(int number) {
  static std::mutex mutex;
  static std::map<int, std::unique_ptr<NumberedGpu>> all;
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<NumberedGpu> &one = all[number];
  if (!one)
    one = std::make_unique<NumberedGpu>(number);
  return *one;
}

Status countGpus(int &count) { return cuda::countDevices(count); }

} // namespace stencilc::inline STENCILC_SPACE
