/// \file Graphs over the driver's calls.
#include "stencilc/cuda/LaunchGraph.h"
#include "stencilc/cuda/Driver.h"
#include "stencilc/cuda/Streams.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

static const char *const kWhat = "running a graph of launches";

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
    status = check(*driver, driver->streamBeginCapture(recorder, CaptureMode::ThreadLocal), kWhat);
  if (!status)
    return status;
  const Status done = work(recorder);
  status = check(*driver, driver->streamEndCapture(recorder, &graph), kWhat);
  if (!done)
    return done;
  return status ? check(*driver, driver->graphInstantiate(&program, graph, 0), kWhat) : status;
}

Status LaunchGraph::run(Stream stream) const {
  const Driver *driver = nullptr;
  Status status = enter(driver);
  return status ? check(*driver, driver->graphLaunch(program, stream), kWhat) : status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
