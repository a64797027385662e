/// \file Creates and synchronizes CUDA streams, and measures time with events.
#include "runtime/core/device/cuda/Streams.h"
#include "runtime/core/device/cuda/Driver.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

Status createStream(Stream &stream) {
  stream = nullptr;
  return call("creating a stream", &Driver::streamCreate, &stream, kNonBlocking);
}

void destroyStream(Stream stream) {
  if (stream)
    giveBack(&Driver::streamDestroy, stream);
}

Status synchronize(Stream stream) {
  return call("running on the device", &Driver::streamSynchronize, stream);
}

static const char *const kTiming = "timing";

Stopwatch::~Stopwatch() {
  for (Event event : events)
    if (event)
      giveBack(&Driver::eventDestroy, event);
}

Status Stopwatch::seconds(double &result) const {
  float milliseconds = 0;
  Status status = call(kTiming, &Driver::eventSynchronize, events[1]);
  if (status)
    status = call(kTiming, &Driver::eventElapsedTime, &milliseconds, events[0], events[1]);
  result = milliseconds * 1e-3;
  return status;
}

Status Stopwatch::record(int which, Stream stream) {
  Status status;
  if (!events[which])
    status = call(kTiming, &Driver::eventCreate, &events[which], kEventTiming);
  return status ? call(kTiming, &Driver::eventRecord, events[which], stream) : status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
