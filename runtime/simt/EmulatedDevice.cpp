/// \file The CPU device: an emulated GPU. Its memory is the host's, and it executes kernels thread
/// by thread, to find faults in them.
#include "runtime/simt/EmulatedDevice.h"
#include "runtime/core/device/HostDevice.h"
#include "runtime/simt/GlobalMemory.h"
#include "runtime/simt/SimtCluster.h"
#include "runtime/simt/SimtLaunch.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Size of shared memory per block that the CPU device (an emulated GPU) allows, in bytes: as much
/// as sm_90 has.
constexpr std::size_t kSharedBytesPerBlock = std::size_t{227} << 10;

class EmulatedDevice final : public HostDevice {
public:
  ExecutionSpace world() const override { return ExecutionSpace::CpuDevice; }

  Status query(device::Info &info) override {
    Status status = HostDevice::query(info);
    info.sharedBytesPerBlock = kSharedBytesPerBlock;
    return status;
  }

  /// Allocates exactly `bytes` bytes and sets all their bits to 1, so that floating-point cells are
  /// NaN. An access beyond the end is found by AddressSanitizer. Without it, an access 8 or more
  /// bytes beyond the end hits a guard page.
  Status allocate(std::size_t bytes, void *&memory) override {
    memory = global.allocate(bytes);
    if (!memory)
      return Status::outOfMemory("allocating " + formatBytes(static_cast<double>(bytes)) +
                                 " of host memory failed");
    std::memset(memory, cpu::kPoison, bytes);
    return {};
  }
  void release(void *memory) override { global.release(memory); }

  Status launch(Stream, const KernelLaunch &launch) override {
    if (launch.sharedBytes > kSharedBytesPerBlock)
      return Status::invalid(
          format("kernel '%s': %zu bytes of shared memory per block are more than "
                 "the %zu a device has",
                 launch.name, static_cast<std::size_t>(launch.sharedBytes), kSharedBytesPerBlock));
    // Blocks that wait for each other run like those of one cluster.
    KernelLaunch shape = launch;
    if (launch.isCooperative)
      std::copy_n(launch.grid, 3, shape.cluster);
    const cpu::KernelRun run = {launch.name, &shape};
    cpu::Launch(run).all();
    return {};
  }

  Status mapTensor(const TensorRequest &request) override {
    TensorMap &map = *static_cast<TensorMap *>(request.map);
    map = {request.base, request.rank, request.cellBytes, {1, 1, 1, 1, 1}, {}, {1, 1, 1, 1, 1}};
    for (int axis = 0; axis < request.rank; ++axis) {
      map.extents[axis] = request.extents[axis];
      map.strides[axis] = request.pitches[axis];
      map.box[axis] = static_cast<unsigned>(request.box[axis]);
    }
    map.firstPlane = request.firstPlane;
    return {};
  }

private:
  cpu::GlobalMemory global;
};

} // namespace

void installEmulatedDevice() {
  static EmulatedDevice device;
  useEmulatedDevice(device);
}

/// Variable whose initialiser registers the CPU device (an emulated GPU) before main() starts.
/// Kernels refer to a symbol of this file, so every program with kernels is linked with it.
[[maybe_unused]] static const bool isInstalled = (installEmulatedDevice(), true);

} // namespace stencilc::inline STENCILC_SPACE

extern "C" const stencilc::cpu::SimtCalls stencilc_simt = {
    .position = []() -> const stencilc::cpu::Position & { return stencilc::cpu::here; },
    .sharedBase = stencilc::cpu::sharedBase,
    .syncThreads = stencilc::cpu::syncThreads,
    .syncWarp = stencilc::cpu::syncWarp,
    .lane = stencilc::cpu::laneOf,
    .exchange = stencilc::cpu::exchange,
    .copyAsync = stencilc::cpu::copyAsync,
    .commitCopies = stencilc::cpu::commitCopies,
    .waitCopies = stencilc::cpu::waitCopies,
    .initBarrier = stencilc::cpu::initBarrier,
    .endBarrier = stencilc::cpu::endBarrier,
    .arrive = stencilc::cpu::arrive,
    .expectBytes = stencilc::cpu::expectBytes,
    .wait = stencilc::cpu::wait,
    .loadTensor = stencilc::cpu::loadTensorAt,
    .raiseCount = stencilc::cpu::raiseCount,
    .awaitCount = stencilc::cpu::awaitCount,
    .clusterRank = stencilc::cpu::clusterRank,
    .clusterSync = stencilc::cpu::clusterSync,
    .mapShared = stencilc::cpu::mapShared,
    .checkAligned = stencilc::cpu::checkAligned,
};

namespace stencilc::inline STENCILC_SPACE {

const void *emulatedDeviceCalls() { return &stencilc_simt; }

} // namespace stencilc::inline STENCILC_SPACE
