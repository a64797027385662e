/// \file Graphs over the driver's calls.
#include "stencilc/cuda/LaunchGraph.h"
#include "stencilc/cuda/Driver.h"
#include "stencilc/cuda/Streams.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

static const char *const kRunning = "running a graph of launches";

LaunchGraph::~LaunchGraph() {
  const Driver *driver = nullptr;
  if (program && enter(driver))
    driver->graphProgramDestroy(program);
  if (graph && enter(driver))
    driver->graphDestroy(graph);
  destroyStream(recorder);
}

Status LaunchGraph::record(const std::function<Status(Stream)> &work) {
  const Driver *driver = nullptr;
  Status status = enter(driver);
  if (status)
    status = createStream(recorder);
  if (status)
    status =
        check(*driver, driver->streamBeginCapture(recorder, CaptureMode::ThreadLocal), kRunning);
  if (!status)
    return status;
  const Status done = work(recorder);
  status = check(*driver, driver->streamEndCapture(recorder, &graph), kRunning);
  if (!done)
    return done;
  return status ? check(*driver, driver->graphInstantiate(&program, graph, 0), kRunning) : status;
}

Status LaunchGraph::run(Stream stream) const {
  const Driver *driver = nullptr;
  Status status = enter(driver);
  return status ? check(*driver, driver->graphLaunch(program, stream), kRunning) : status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
