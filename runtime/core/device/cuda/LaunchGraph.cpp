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

Status LaunchGraph::record(const std::function<Status(Stream)> &work) {
  Status status = createStream(recorder);
  if (status)
    status = call(kRunning, &Driver::streamBeginCapture, recorder, CaptureMode::ThreadLocal);
  if (!status)
    return status;
  Status done = work(recorder);
  status = call(kRunning, &Driver::streamEndCapture, recorder, &graph);
  if (!done)
    return done;
  return status ? call(kRunning, &Driver::graphInstantiate, &program, graph, 0) : status;
}

Status LaunchGraph::upload(Stream stream) const {
  return call(kRunning, &Driver::graphUpload, program, stream);
}

Status LaunchGraph::run(Stream stream) const {
  return call(kRunning, &Driver::graphLaunch, program, stream);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
