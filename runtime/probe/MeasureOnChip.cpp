/// \file Measures the bandwidths of shared memory, of L1 and of L2.
///
/// Paper: Schaefer and Fey, "High Performance Stencil Code Algorithms for GPGPUs" (2011), table 1.
#include "runtime/probe/Measure.h"

namespace stencilc::inline STENCILC_SPACE::probe {

Status measureOnChip(Bench &bench, Gpu &gpu) {
  const ProbeKernels &kernels = bench.kernels;
  const unsigned blocks = static_cast<unsigned>(gpu.multiprocessors) * kBlocks;
  const double perPass = double(blocks) * kThreads * kReads * sizeof(Words);
  Buffer near(bench.device), far(bench.device), result(bench.device);
  // Half of L2, in multiples of four accesses of each thread. The other half is for the data of
  // other work.
  const std::uint64_t half = gpu.l2Bytes ? gpu.l2Bytes / 2 : bench.effort.most;
  const std::uint64_t step = std::uint64_t{4} * blocks * kThreads * sizeof(Words);
  const int perThread = static_cast<int>(4 * std::max<std::uint64_t>(1, half / step));
  Status status = near.allocate(kNearBytes);
  if (status)
    status = result.allocate(sizeof(UInt32));
  if (status)
    status = far.allocate(std::uint64_t(perThread) * blocks * kThreads * sizeof(Words));

  const auto measure = [&](double moved, double &rate, const auto &launch) {
    double seconds = 0;
    if (status)
      status = bench.secondsPerPass(
          [&](int passes) {
            return bench.launch([&](const Runtime &runtime) { launch(runtime, passes); });
          },
          seconds);
    if (status)
      rate = billions(moved, seconds);
  };
  measure(perPass, gpu.l1Read, [&](const Runtime &runtime, int passes) {
    kernels.readL1(runtime, blocks, near.as<Words>(), passes, result.as<UInt32>());
  });
  measure(static_cast<double>(far.size()), gpu.l2Read, [&](const Runtime &runtime, int passes) {
    kernels.readL2(runtime, blocks, far.as<Words>(), perThread, passes, result.as<UInt32>());
  });
  measure(perPass, gpu.sharedRead, [&](const Runtime &runtime, int passes) {
    kernels.readShared(runtime, blocks, passes, result.as<UInt32>());
  });
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE::probe
