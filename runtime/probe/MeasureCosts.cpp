/// \file Measures the times of kernel launches and of barriers in a block, and the rates of copies
/// between host and device.
#include "runtime/core/device/cuda/HostLink.h"
#include "runtime/core/device/cuda/LaunchGraph.h"
#include "runtime/probe/Measure.h"

namespace stencilc::inline STENCILC_SPACE::probe {

namespace {

Status launchEmpty(Bench &bench, int count, Stream stream) {
  return bench.launch(
      [&](const Runtime &runtime) {
        for (int i = 0; i < count; ++i)
          bench.kernels.doNothing(runtime);
      },
      stream);
}

/// Sets `result` to the median time, in seconds of the host's clock, to launch an empty kernel and
/// wait for its end.
Status launchAndWait(Bench &bench, double &result) {
  std::vector<double> all;
  Status status;
  for (int i = 0; status && i < bench.effort.launches / 2; ++i) {
    const double start = secondsNow();
    status = bench.launch([&](const Runtime &runtime) { bench.kernels.doNothing(runtime); });
    if (status)
      status = bench.device.synchronize(nullptr);
    all.push_back(secondsNow() - start);
  }
  if (status)
    result = medianOf(all);
  return status;
}

/// Sets `result` to the median time, in seconds, of one run of a CUDA graph that contains many
/// launches of an empty kernel.
Status launchGraph(Bench &bench, double &result) {
  cuda::LaunchGraph graph;
  const auto launchOf = [&](std::size_t, Stream stream) { return launchEmpty(bench, 1, stream); };
  Status status = graph.record(static_cast<std::size_t>(bench.effort.launches), launchOf);
  return status ? bench.seconds([&] { return graph.run(nullptr); }, result) : status;
}

} // namespace

Status measureCosts(Bench &bench, Gpu &gpu) {
  const double perLaunch = 1e6 / bench.effort.launches;
  double seconds = 0;
  Status status =
      bench.seconds([&] { return launchEmpty(bench, bench.effort.launches, nullptr); }, seconds);
  if (!status)
    return status;
  gpu.launch = perLaunch * seconds;
  status = launchAndWait(bench, seconds);
  if (!status)
    return status;
  gpu.launchAndWait = 1e6 * seconds;
  if (bench.device.isGpu()) {
    status = launchGraph(bench, seconds);
    if (!status)
      return status;
    gpu.launchGraph = perLaunch * seconds;
  }
  for (const unsigned threads : {128u, 256u, 512u, 1024u}) {
    status = bench.secondsPerPass(
        [&](int passes) {
          return bench.launch([&](const Runtime &runtime) {
            bench.kernels.waitAtBarriers(runtime, threads, passes);
          });
        },
        seconds);
    if (!status)
      return status;
    gpu.barriers.emplace_back(static_cast<int>(threads), 1e6 * seconds / kBarriers);
  }
  return status;
}

Status measureHostLink(Bench &bench, Gpu &gpu) {
  if (!bench.device.isGpu())
    return {};
  cuda::HostLink link;
  Status status = link.prepare();
  const auto measure = [&](bool toDevice, bool toHost, double &rate) {
    double seconds = 0;
    if (status)
      status = bench.seconds([&] { return link.copy(toDevice, toHost); }, seconds);
    if (status)
      rate = billions(double(toDevice + toHost) * cuda::HostLink::kBytes, seconds);
  };
  measure(true, false, gpu.toDevice);
  measure(false, true, gpu.toHost);
  measure(true, true, gpu.bothWays);
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE::probe
