/// \file Records and launches CUDA graphs.
#include "runtime/core/device/cuda/LaunchGraph.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/device/cuda/Streams.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

static const char *const kRunning = "running a graph of launches";

LaunchGraph::~LaunchGraph() {
  if (program)
    giveBack(&Driver::graphProgramDestroy, program);
  if (graph)
    giveBack(&Driver::graphDestroy, graph);
  destroyStream(recorder);
}

Status LaunchGraph::record(std::size_t count,
                           const std::function<Status(std::size_t, Stream)> &launchOf) {
  Status status = createStream(recorder);
  if (status)
    status = call(kRunning, &Driver::streamBeginCapture, recorder, CaptureMode::ThreadLocal);
  if (!status)
    return status;
  Status done;
  for (std::size_t i = 0; i < count && done; ++i) {
    done = launchOf(i, recorder);
    noteLast();
  }
  status = call(kRunning, &Driver::streamEndCapture, recorder, &graph);
  if (!done)
    return done;
  return status ? call(kRunning, &Driver::graphInstantiate, &program, graph, 0) : status;
}

void LaunchGraph::noteLast() {
  // A launch depends on the one before it, so the stream has one last node.
  CaptureStatus state = CaptureStatus::None;
  const GraphNode *last = nullptr;
  std::size_t count = 0;
  const Status status = call(kRunning, &Driver::streamGetCaptureInfo, recorder, &state, nullptr,
                             nullptr, &last, &count);
  nodes.push_back(status && state == CaptureStatus::Active && count == 1 ? *last : nullptr);
}

Status LaunchGraph::replace(std::size_t index, const Launch &launch) {
  if (!nodes[index])
    return Status::invalid("the driver does not tell the nodes of a graph");
  const KernelNode node = {launch.kernel,
                           launch.grid[0],
                           launch.grid[1],
                           launch.grid[2],
                           launch.block[0],
                           launch.block[1],
                           launch.block[2],
                           static_cast<unsigned>(launch.sharedBytes),
                           const_cast<void **>(launch.arguments)};
  return call("changing a launch of a graph", &Driver::graphKernelNodeSet, program, nodes[index],
              &node);
}

Status LaunchGraph::upload(Stream stream) const {
  return call(kRunning, &Driver::graphUpload, program, stream);
}

Status LaunchGraph::run(Stream stream) const {
  return call(kRunning, &Driver::graphLaunch, program, stream);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
