/// \file Measures the bandwidth of device memory: copies by the driver, and kernels that copy, read
/// and write 16 bytes per thread and access.
#include "runtime/probe/Measure.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Sets `bytes` to the size of a buffer for measurements, which is at most a quarter of the free
/// device memory. Fails if less than 256 KiB are free.
static Status bufferBytes(const Bench &bench, std::uint64_t &bytes) {
  std::uint64_t available = 0;
  Status status = bench.device.freeMemory(available);
  bytes = std::min(bench.effort.most, available / 4) & ~std::uint64_t{0xffff};
  if (status && bytes == 0)
    return Status::outOfMemory("less than 256 KiB of device memory are free");
  return status;
}

Status measureMemory(Bench &bench, Gpu &gpu) {
  std::uint64_t bytes = 0;
  Buffer from(bench.device), to(bench.device), result(bench.device);
  Status status = bufferBytes(bench, bytes);
  if (status)
    status = from.allocate(bytes);
  if (status)
    status = to.allocate(bytes);
  if (status)
    status = result.allocate(sizeof(UInt32));
  const auto size = static_cast<double>(bytes);
  const auto blocks = static_cast<unsigned>(bytes / sizeof(Words) / kThreads);
  const auto measure = [&](double moved, double &rate, const auto &work) {
    double seconds = 0;
    if (status)
      status = bench.seconds(work, seconds);
    if (status)
      rate = billions(moved, seconds);
  };
  const auto measureKernel = [&](double moved, double &rate, const auto &launch) {
    measure(moved, rate, [&] { return bench.launch(launch); });
  };
  const ProbeKernels &kernels = bench.kernels;
  measure(2 * size, gpu.memoryCopy, [&] {
    return bench.device.copy({to.as(), bytes, bytes}, {from.as(), bytes, bytes}, {bytes}, nullptr);
  });
  measureKernel(2 * size, gpu.memoryCopyKernel, [&](const Runtime &runtime) {
    kernels.copyMemory(runtime, blocks, to.as<Words>(), from.as<Words>());
  });
  measureKernel(size, gpu.memoryRead, [&](const Runtime &runtime) {
    kernels.readMemory(runtime, blocks / kReadsAtOnce, from.as<Words>(), result.as<UInt32>());
  });
  measureKernel(size, gpu.memoryWrite, [&](const Runtime &runtime) {
    kernels.writeMemory(runtime, blocks, to.as<Words>());
  });
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE::probe
