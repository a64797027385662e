/// \file Rows of a trace on their way from the device, where kernels write them.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Trace.h"

namespace stencilc::inline STENCILC_SPACE {

/// Nobody waits for a row: rows are written into one half of a buffer on the device while those of
/// the other half are copied to the host, and taken there.
class TraceRows {
public:
  /// Rows have `points` numbers, which are rounded to `scalar` when they are taken.
  TraceRows(Device &device, Scalar scalar, std::int64_t points);
  TraceRows(const TraceRows &) = delete;
  TraceRows &operator=(const TraceRows &) = delete;
  ~TraceRows();

  Status allocate();
  /// The place of the next row, which what is enqueued on `stream` will write. Rows before may go
  /// to `trace`, in their order.
  Status next(Stream stream, Trace &trace, double *&row);
  /// Takes all rows; waits for what writes them.
  Status collect(Stream stream, Trace &trace);
  bool isEmpty() const { return halves[0].rows == 0 && halves[1].rows == 0; }
  /// Forgets all rows; nothing may be under way.
  void clear();

private:
  struct Half {
    double *onDevice = nullptr, *onHost = nullptr;
    std::int64_t rows = 0;
    bool isSent = false;
    std::unique_ptr<Stopwatch> copied; // stands when they are on the host
  };
  std::size_t bytes(std::int64_t rows) const {
    return sizeof(double) * static_cast<std::size_t>(rows * points);
  }
  Status send(Half &half, Stream stream);
  /// Waits for the rows of a half that was sent.
  Status arrive(Half &half, Trace &trace);

  Device &device;
  Scalar scalar;
  std::int64_t points, most; // rows of a half
  Half halves[2];
  int filled = 0; // the half that the next row is in
};

} // namespace stencilc::inline STENCILC_SPACE
