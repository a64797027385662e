/// \file Kernel launches that are enqueued together, as one CUDA graph.
#pragma once

#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/support/Status.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE::cuda {

class LaunchGraph {
public:
  LaunchGraph() = default;
  LaunchGraph(const LaunchGraph &) = delete;
  LaunchGraph &operator=(const LaunchGraph &) = delete;
  ~LaunchGraph();

  /// Records the operations that `work` enqueues in the stream that it receives, without executing
  /// them. May be called only once.
  Status record(const std::function<Status(Stream)> &work);
  /// Copies the graph to the device, in `stream`. Otherwise the first run() does so.
  Status upload(Stream stream) const;
  /// Enqueues all operations of the graph in `stream`.
  Status run(Stream stream) const;

private:
  Stream recorder = nullptr;
  Graph graph = nullptr;
  GraphProgram program = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
