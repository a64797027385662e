/// \file Streams and events over the driver's calls.
#include "stencilc/cuda/Streams.h"
#include "stencilc/cuda/Driver.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

Status createStream(Stream &stream) {
  stream = nullptr;
  const Driver *driver = nullptr;
  Status status = enter(driver);
  return status ? check(*driver, driver->streamCreate(&stream, kNonBlocking), "creating a stream")
                : status;
}

void destroyStream(Stream stream) {
  const Driver *driver = nullptr;
  if (stream && enter(driver))
    driver->streamDestroy(stream);
}

Status synchronize(Stream stream) {
  const Driver *driver = nullptr;
  Status status = enter(driver);
  return status ? check(*driver, driver->streamSynchronize(stream), "running on the device")
                : status;
}

Stopwatch::~Stopwatch() {
  const Driver *driver = nullptr;
  for (Event event : events)
    if (event && enter(driver))
      driver->eventDestroy(event);
}

Status Stopwatch::seconds(double &result) const {
  const Driver *driver = nullptr;
  float milliseconds = 0;
  Status status = enter(driver);
  if (status)
    status = check(*driver, driver->eventSynchronize(events[1]), "timing");
  if (status)
    status =
        check(*driver, driver->eventElapsedTime(&milliseconds, events[0], events[1]), "timing");
  result = milliseconds * 1e-3;
  return status;
}

Status Stopwatch::record(int which, Stream stream) {
  const Driver *driver = nullptr;
  Status status = enter(driver);
  if (status && !events[which])
    status = check(*driver, driver->eventCreate(&events[which], kEventTiming), "timing");
  return status ? check(*driver, driver->eventRecord(events[which], stream), "timing") : status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
