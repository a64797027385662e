/// \file Kernel launches that are enqueued together, as one CUDA graph.
#pragma once

#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/device/cuda/Kernels.h"
#include "runtime/core/support/Status.h"
#include <functional>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::cuda {

class LaunchGraph {
public:
  LaunchGraph() = default;
  LaunchGraph(const LaunchGraph &) = delete;
  LaunchGraph &operator=(const LaunchGraph &) = delete;
  ~LaunchGraph();

  /// Records `count` kernel launches without executing them: calls `launchOf` for each number from
  /// 0 on, which enqueues the launch in the stream that it receives. May be called only once.
  Status record(std::size_t count, const std::function<Status(std::size_t, Stream)> &launchOf);
  /// Replaces the arguments of launch number `index` by those of `launch`, for later calls of
  /// run(). Precondition: `launch` has the kernel, blocks and threads of the recorded one. Fails if
  /// the driver could not tell which node of the graph has which launch.
  Status replace(std::size_t index, const Launch &launch);
  /// Copies the graph to the device, in `stream`. Otherwise the first run() does so.
  Status upload(Stream stream) const;
  /// Enqueues all operations of the graph in `stream`.
  Status run(Stream stream) const;

private:
  /// Appends to `nodes` the node of the launch that was recorded last, or null if the driver does
  /// not tell.
  void noteLast();

  Stream recorder = nullptr;
  std::vector<GraphNode> nodes; // of the launches, in their order
  Graph graph = nullptr;
  GraphProgram program = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
