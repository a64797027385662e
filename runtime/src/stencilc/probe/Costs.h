/// \file What waiting costs: launches of kernels and barriers of blocks.
#pragma once

#include "stencilc/Async.h"
#include "stencilc/Launch.h"
#include "stencilc/probe/Bench.h"
#include "stencilc/probe/Record.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Launches timed together, and barriers of one pass.
inline constexpr int kLaunches = STENCILC_WORLD_CPU_DEVICE ? 2 : 1000, kBarriers = 64;

__global__ void doNothing() {}

__global__ void waitAtBarriers(int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    STENCILC_UNROLL
    for (int i = 0; i < kBarriers; ++i)
      syncThreads();
  }
}

inline Status launchMany(Stream stream) {
  Status status;
  for (int i = 0; status && i < kLaunches; ++i)
    status = launch(stream, "doNothing", doNothing, {.grid = dim3(1), .block = dim3(32)});
  return status;
}

#if STENCILC_WORLD_CUDA
/// The same launches as one graph.
class LaunchGraph {
public:
  LaunchGraph() = default;
  LaunchGraph(const LaunchGraph &) = delete;
  LaunchGraph &operator=(const LaunchGraph &) = delete;
  ~LaunchGraph() {
    if (program)
      cudaGraphExecDestroy(program);
    if (graph)
      cudaGraphDestroy(graph);
    device::destroyStream(stream);
  }

  Status record() {
    Status status = device::createStream(stream);
    if (status)
      status = check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    if (!status)
      return status;
    const Status launched = launchMany(stream);
    status = check(cudaStreamEndCapture(stream, &graph));
    if (!launched)
      return launched;
    return status ? check(cudaGraphInstantiate(&program, graph, 0)) : status;
  }
  Status run() const { return check(cudaGraphLaunch(program, nullptr)); }

private:
  static Status check(cudaError_t error) {
    return device::fromCuda(error, "running a graph of launches");
  }

  Stream stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t program = nullptr;
};
#endif

/// Median seconds of one launch and waiting for its end, on the host's clock.
inline Status launchAndWait(double &result) {
  std::vector<double> all;
  Status status;
  for (int i = 0; status && i < kLaunches / 2; ++i) {
    const double start = secondsNow();
    status = launch(nullptr, "doNothing", doNothing, {.grid = dim3(1), .block = dim3(32)});
    if (status)
      status = device::synchronize(nullptr);
    all.push_back(secondsNow() - start);
  }
  if (status)
    result = medianOf(all);
  return status;
}

/// Fills in the costs, in microseconds.
inline Status measureCosts(Bench &bench, Gpu &gpu) {
  double seconds = 0;
  Status status = bench.seconds([] { return launchMany(nullptr); }, seconds);
  if (!status)
    return status;
  gpu.launch = 1e6 * seconds / kLaunches;
  status = launchAndWait(seconds);
  if (!status)
    return status;
  gpu.launchAndWait = 1e6 * seconds;
#if STENCILC_WORLD_CUDA
  LaunchGraph graph;
  status = graph.record();
  if (status)
    status = bench.seconds([&] { return graph.run(); }, seconds);
  if (!status)
    return status;
  gpu.launchGraph = 1e6 * seconds / kLaunches;
#endif
  for (const unsigned threads : {128u, 256u, 512u, 1024u}) {
    status = bench.secondsPerPass(
        [&](int passes) {
          return launch(nullptr, "waitAtBarriers", waitAtBarriers,
                        {.grid = dim3(1), .block = dim3(threads), .barriers = true}, passes);
        },
        seconds);
    if (!status)
      return status;
    gpu.barriers.emplace_back(static_cast<int>(threads), 1e6 * seconds / kBarriers);
  }
  return status;
}

} // namespace stencilc::probe
