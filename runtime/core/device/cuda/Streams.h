/// \file CUDA streams, and the time between two points of a stream.
#pragma once

#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Creates a stream that does not synchronize with the default stream.
Status createStream(Stream &stream);
/// Destroys a stream. Null is allowed.
void destroyStream(Stream stream);
/// Waits for all work enqueued in `stream`. Returns success, or an error of that work.
Status synchronize(Stream stream);

/// Stopwatch that measures the time between two points of a stream with CUDA events.
class Stopwatch {
public:
  Stopwatch() = default;
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;
  ~Stopwatch();

  Status start(Stream stream) { return record(0, stream); }
  Status stop(Stream stream) { return record(1, stream); }
  /// Sets `result` to the seconds between the points of the stream at which start() and stop() were
  /// called. Waits until the stream has reached the second point.
  Status seconds(double &result) const;

private:
  Status record(int which, Stream stream);

  Event events[2] = {nullptr, nullptr};
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
