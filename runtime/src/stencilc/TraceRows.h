/// \file The buffer for rows of a trace that kernels write on the device.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Trace.h"

namespace stencilc::inline STENCILC_SPACE {

/// A double buffer for rows of a trace. Kernels write rows into one half on the device. Meanwhile
/// the other half is copied to the host and appended to the trace, so that no row is waited for.
class TraceRows {
public:
  /// Creates a buffer for rows of `points` numbers. They are rounded to `scalar` when they are
  /// appended to a trace.
  TraceRows(Device &device, Scalar scalar, std::int64_t points);
  TraceRows(const TraceRows &) = delete;
  TraceRows &operator=(const TraceRows &) = delete;
  ~TraceRows();

  Status allocate();
  /// Sets `row` to the address of the next row, which work on `stream` will write. May append
  /// earlier rows to `trace`, in their order.
  Status next(Stream stream, Trace &trace, double *&row);
  /// Appends all rows to `trace`. Waits for the kernels on `stream` that write them.
  Status collect(Stream stream, Trace &trace);
  bool isEmpty() const { return halves[0].rows == 0 && halves[1].rows == 0; }
  /// Discards all rows. No work on them may be in progress.
  void clear();

private:
  struct Half {
    double *onDevice = nullptr, *onHost = nullptr;
    std::int64_t rows = 0;
    bool isSent = false;
    std::unique_ptr<Stopwatch> copied; // stopped when the rows are on the host
  };
  std::size_t bytes(std::int64_t rows) const {
    return sizeof(double) * static_cast<std::size_t>(rows * points);
  }
  Status send(Half &half, Stream stream);
  /// Waits for the copy of a half and appends its rows to `trace`.
  Status arrive(Half &half, Trace &trace);

  Device &device;
  Scalar scalar;
  std::int64_t points, most; // numbers per row; rows per half
  Half halves[2];
  int filled = 0; // the half that gets the next row
};

} // namespace stencilc::inline STENCILC_SPACE
