/// \file Bandwidth between host and device, with host memory that is pinned: one way, the other,
/// and both at once.
#pragma once

#include "stencilc/probe/Bench.h"
#include "stencilc/probe/Record.h"

#if STENCILC_WORLD_CUDA
namespace stencilc::inline STENCILC_SPACE::probe {

/// Two pinned buffers of the host, two of the device, and a stream for each direction.
class HostLink {
public:
  HostLink() = default;
  HostLink(const HostLink &) = delete;
  HostLink &operator=(const HostLink &) = delete;
  ~HostLink() {
    for (int way = 0; way < 2; ++way) {
      cudaFreeHost(pinned[way]);
      device::destroyStream(streams[way]);
      if (ends[way])
        cudaEventDestroy(ends[way]);
    }
    if (begin)
      cudaEventDestroy(begin);
  }

  Status prepare() {
    Status status = check(cudaEventCreateWithFlags(&begin, cudaEventDisableTiming));
    for (int way = 0; status && way < 2; ++way) {
      status = check(cudaMallocHost(&pinned[way], kBytes));
      if (status)
        status = buffers[way].allocate(kBytes);
      if (status)
        status = device::createStream(streams[way]);
      if (status)
        status = check(cudaEventCreateWithFlags(&ends[way], cudaEventDisableTiming));
      if (status)
        std::memset(pinned[way], 0, kBytes);
    }
    return status;
  }

  /// Enqueues copies to the device (way 0), to the host (way 1) or both, between what is in the
  /// default stream before and after.
  Status copy(bool toDevice, bool toHost) {
    const bool wanted[2] = {toDevice, toHost};
    Status status = check(cudaEventRecord(begin, nullptr));
    for (int way = 0; status && way < 2; ++way) {
      if (!wanted[way])
        continue;
      void *const to = way == 0 ? buffers[way].as<void>() : pinned[way];
      void *const from = way == 0 ? pinned[way] : buffers[way].as<void>();
      status = check(cudaStreamWaitEvent(streams[way], begin, 0));
      if (status)
        status = check(cudaMemcpyAsync(to, from, kBytes, cudaMemcpyDefault, streams[way]));
      if (status)
        status = check(cudaEventRecord(ends[way], streams[way]));
    }
    for (int way = 0; status && way < 2; ++way)
      if (wanted[way])
        status = check(cudaStreamWaitEvent(nullptr, ends[way], 0));
    return status;
  }

  static constexpr std::size_t kBytes = std::size_t{256} << 20;

private:
  static Status check(cudaError_t error) {
    return device::fromCuda(error, "copying between host and device");
  }

  void *pinned[2] = {nullptr, nullptr};
  Buffer buffers[2];
  Stream streams[2] = {nullptr, nullptr};
  cudaEvent_t begin = nullptr, ends[2] = {nullptr, nullptr};
};

/// Fills in the rates; both ways at once counts the bytes of both.
inline Status measureHostLink(Bench &bench, Gpu &gpu) {
  HostLink link;
  Status status = link.prepare();
  const auto measure = [&](bool toDevice, bool toHost, double &rate) {
    double seconds = 0;
    if (status)
      status = bench.seconds([&] { return link.copy(toDevice, toHost); }, seconds);
    if (status)
      rate = billions(double(toDevice + toHost) * HostLink::kBytes, seconds);
  };
  measure(true, false, gpu.toDevice);
  measure(false, true, gpu.toHost);
  measure(true, true, gpu.bothWays);
  return status;
}

} // namespace stencilc::probe
#endif
