/// \file Implements the buffer in device memory for rows of a trace. A row has the values at all
/// points of a receiver at one time.
#include "runtime/parts/points/TraceRows.h"
#include "runtime/core/device/Parallel.h"
#include "runtime/core/fields/CellTypes.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the number of rows in each half of the buffer, for rows of `points` numbers. Returns 2
/// on the CPU device, an emulated GPU (`isEmulated`), so that tests fill the buffer.
static std::int64_t rowsOfHalf(bool isEmulated, std::int64_t points) {
  constexpr std::int64_t kMostRows = 32, kNumbers = std::int64_t{4} << 20; // 32 MiB
  return isEmulated ? 2 : std::clamp<std::int64_t>(kNumbers / points, 1, kMostRows);
}

TraceRows::TraceRows(Device &device, Scalar scalar, std::int64_t points)
    : device(device), scalar(scalar), points(points),
      most(rowsOfHalf(device.isEmulated(), std::max<std::int64_t>(1, points))) {}

TraceRows::~TraceRows() {
  for (Half &half : halves) {
    device.release(half.onDevice);
    if (half.onHost)
      device.releaseHost(reinterpret_cast<unsigned char *>(half.onHost), bytes(most));
  }
}

Status TraceRows::allocate() {
  for (Half &half : halves) {
    void *memory = nullptr;
    unsigned char *host = nullptr;
    Status status = points > 0 ? device.allocate(bytes(most), memory) : Status();
    half.onDevice = static_cast<double *>(memory);
    if (status && points > 0)
      status = device.allocateHost(bytes(most), host);
    half.onHost = reinterpret_cast<double *>(host);
    half.copied = device.makeStopwatch();
    if (!status)
      return status;
  }
  return {};
}

Status TraceRows::next(Stream stream, Trace &trace, double *&row) {
  Status status;
  if (halves[filled].rows == most) {
    status = send(halves[filled], stream);
    filled = 1 - filled;
    if (status)
      status = arrive(halves[filled], trace);
  }
  Half &half = halves[filled];
  if (status)
    row = half.onDevice + points * half.rows++;
  return status;
}

Status TraceRows::send(Half &half, Stream stream) {
  const std::size_t size = bytes(half.rows);
  Status status = half.copied->start(stream);
  if (status)
    status = device.copy({half.onHost, size, size}, {half.onDevice, size, size}, {size}, stream);
  half.isSent = status.ok();
  return status ? half.copied->stop(stream) : status;
}

Status TraceRows::arrive(Half &half, Trace &trace) {
  if (!half.isSent)
    return {};
  double seconds = 0;
  if (Status status = half.copied->seconds(seconds); !status)
    return status;
  const std::int64_t count = half.rows * points;
  const double *const from = half.onHost;
  double *const to = trace.add(count);
  withCell(scalar, [&]<class T>(T) {
    parallelParts(count, worthwhileThreads(count), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i)
        to[i] = static_cast<double>(static_cast<T>(from[i]));
    });
  });
  half.rows = 0;
  half.isSent = false;
  return {};
}

Status TraceRows::collect(Stream stream, Trace &trace) {
  Status status = arrive(halves[1 - filled], trace);
  Half &last = halves[filled];
  if (status && last.rows > 0)
    status = send(last, stream);
  return status ? arrive(last, trace) : status;
}

void TraceRows::clear() {
  for (Half &half : halves) {
    half.rows = 0;
    half.isSent = false;
  }
}

} // namespace stencilc::inline STENCILC_SPACE
