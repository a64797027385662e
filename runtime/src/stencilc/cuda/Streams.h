/// \file Streams of a GPU, and time between two of their points.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// An own stream that does not wait for the default stream.
Status createStream(Stream &stream);
/// Null is allowed.
void destroyStream(Stream stream);
/// Waits for all work enqueued on `stream`, and reports what failed there.
Status synchronize(Stream stream);

/// Time on the device between two points of a stream.
class Stopwatch {
public:
  Stopwatch() = default;
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;
  ~Stopwatch();

  Status start(Stream stream) { return record(0, stream); }
  Status stop(Stream stream) { return record(1, stream); }
  /// Waits for the point of stop().
  Status seconds(double &result) const;

private:
  Status record(int which, Stream stream);

  Event events[2] = {nullptr, nullptr};
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
