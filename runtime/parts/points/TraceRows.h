/// \file Buffer in device memory for rows of a trace. A row has the values at all points of a
/// receiver at one time.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/parts/points/Trace.h"

namespace stencilc::inline STENCILC_SPACE {

/// Double buffer for rows of a trace. A row has the values at all points of a receiver at one time.
/// Kernels write rows into one half in device memory. Meanwhile the other half is copied to the
/// host and appended to the trace, so that kernels do not wait for copies.
class TraceRows {
public:
  /// Creates a buffer for rows of `points` numbers, the values of a receiver at one time. Numbers
  /// are rounded to the type `scalar` when they are appended to a trace.
  TraceRows(Device &device, Scalar scalar, std::int64_t points);
  TraceRows(const TraceRows &) = delete;
  TraceRows &operator=(const TraceRows &) = delete;
  ~TraceRows();

  Status allocate();
  /// Sets `row` to the address of the next row in device memory, which the next kernel on `stream`
  /// will write. If one half of the buffer is full, first starts its copy to the host, and appends
  /// the rows of the other half to `trace`.
  Status next(Stream stream, Trace &trace, double *&row);
  /// Appends all rows in the buffer to `trace`, the values of a receiver over time. Waits for the
  /// kernels on `stream` that write them.
  Status collect(Stream stream, Trace &trace);
  bool isEmpty() const { return halves[0].rows == 0 && halves[1].rows == 0; }
  /// Discards all rows in the buffer. No kernels or copies of rows may be in progress.
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
  /// Waits until a half of the buffer has been copied to the host, and appends its rows to `trace`,
  /// the values of a receiver over time.
  Status arrive(Half &half, Trace &trace);

  Device &device;
  Scalar scalar;
  std::int64_t points, most; // numbers per row; rows per half
  Half halves[2];
  int filled = 0; // the half that gets the next row
};

} // namespace stencilc::inline STENCILC_SPACE
