/// \file Measures the rate of fused multiply-adds, and the register bandwidth that follows from it.
/// Measures also how many multiply-adds take no additional time in a kernel that loads data. The
/// kernels are in Arithmetic.h.
#include "runtime/probe/Measure.h"

namespace stencilc::inline STENCILC_SPACE::probe {

namespace {

/// Measures the rate of multiply-adds of one kernel, in 1e9 per second, and the clock frequency
/// meanwhile, in MHz. The frequency is 0 on the CPU device (an emulated GPU).
Status measureFma(Bench &bench, int multiprocessors, Arithmetic::Launch launch, double &rate,
                  double &clock) {
  const unsigned blocks = static_cast<unsigned>(multiprocessors) * kBlocks;
  std::uint64_t taken[2] = {~std::uint64_t{0}, 0};
  const std::size_t size = sizeof taken;
  Buffer result(bench.device), clocks(bench.device);
  double seconds = 0;
  int lastPasses = 1;
  Status status = result.allocate(sizeof(double));
  if (status)
    status = clocks.allocate(size);
  const auto run = [&](int passes) {
    lastPasses = passes;
    return bench.launch([&](const Runtime &runtime) {
      launch(runtime, blocks, passes, result.as(), clocks.as<UInt64>());
    });
  };
  if (status)
    status = bench.secondsPerPass(run, seconds);
  if (status) // one more run, to read the clock
    status = bench.device.copy({clocks.as(), size, size}, {taken, size, size}, {size}, nullptr);
  if (status)
    status = run(lastPasses);
  if (status)
    status = bench.device.copy({taken, size, size}, {clocks.as(), size, size}, {size}, nullptr);
  if (status)
    status = bench.device.synchronize(nullptr);
  rate = billions(double(blocks) * kThreads * kChains * kLength, seconds);
  const double cycles = taken[1] > taken[0] ? static_cast<double>(taken[1] - taken[0]) : 0;
  clock = seconds > 0 ? 1e-6 * cycles / (seconds * lastPasses) : 0;
  return status;
}

/// Measures kernels that load and store words, with more and more multiply-adds per word. Sets
/// `overlap` to a curve of their times, each divided by the time without multiply-adds.
Status measureOverlap(Bench &bench, const Arithmetic &kernels, Overlap &overlap) {
  std::uint64_t available = 0;
  Buffer array(bench.device);
  Status status = bench.device.freeMemory(available);
  constexpr std::uint64_t kBlockBytes = std::uint64_t{kThreads} * 16;
  const std::uint64_t blocks = std::min(bench.effort.most / 4, available / 4) / kBlockBytes;
  if (status)
    status = array.allocate(blocks * kBlockBytes);
  double none = 0;
  for (int i = 0; status && i < kernels.besideLoadCount; ++i) {
    const BesideLoad &kernel = kernels.besideLoad[i];
    double seconds = 0;
    status = bench.seconds(
        [&] {
          return bench.launch([&](const Runtime &runtime) {
            kernel.launch(runtime, static_cast<unsigned>(blocks), array.as());
          });
        },
        seconds);
    if (!status)
      break;
    none = kernel.perWord == 0 ? seconds : none;
    const double ratio = none > 0 ? seconds / none : 1;
    const bool isFree = overlap.curve.empty() || overlap.curve.back().first == overlap.free;
    overlap.curve.emplace_back(kernel.perWord, ratio);
    if (isFree && ratio <= 1 + kFreeShare)
      overlap.free = kernel.perWord;
  }
  return status;
}

} // namespace

Status measureArithmetic(Bench &bench, Gpu &gpu) {
  const Arithmetic &f32 = bench.kernels.f32, &f64 = bench.kernels.f64;
  double clock = 0, own32 = 0, own64 = 0;
  Status status = measureFma(bench, gpu.multiprocessors, f64.own, own64, clock);
  if (status)
    status = measureFma(bench, gpu.multiprocessors, f32.own, own32, clock);
  if (status)
    status = measureFma(bench, gpu.multiprocessors, f64.alike, gpu.fma64, clock);
  if (status)
    status = measureFma(bench, gpu.multiprocessors, f32.alike, gpu.fma32, gpu.busyClockMHz);
  gpu.registers32 = 4 * sizeof(float) * own32;
  gpu.registers64 = 4 * sizeof(double) * own64;
  return status;
}

Status measureOverlaps(Bench &bench, Gpu &gpu) {
  Status status = measureOverlap(bench, bench.kernels.f32, gpu.hidden32);
  return status ? measureOverlap(bench, bench.kernels.f64, gpu.hidden64) : status;
}

} // namespace stencilc::inline STENCILC_SPACE::probe
