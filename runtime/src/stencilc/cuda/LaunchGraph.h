/// \file Launches that are enqueued together, as one graph.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE::cuda {

class LaunchGraph {
public:
  LaunchGraph() = default;
  LaunchGraph(const LaunchGraph &) = delete;
  LaunchGraph &operator=(const LaunchGraph &) = delete;
  ~LaunchGraph();

  /// Takes down what `work` enqueues on the stream that it is given, once; nothing runs.
  Status record(const std::function<Status(Stream)> &work);
  /// Enqueues all of it.
  Status run(Stream stream) const;

private:
  Stream recorder = nullptr;
  Graph graph = nullptr;
  GraphProgram program = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
