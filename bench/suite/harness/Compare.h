/// \file Random numbers for fields, and the comparison of two arrays by bytes, both on the device.
#pragma once

#include "Program.h"

namespace harness {

/// What a thread saw.
struct Count {
  std::uint64_t differing, notFinite;
  std::int64_t first; // least index that differs, or -1
};

constexpr int kBlocks = 1056, kThreads = 256, kCounts = kBlocks * kThreads;

template <class T> __global__ void randomCells(T *cells, std::int64_t count, std::uint64_t seed) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
    cells[i] = static_cast<T>((sizeof(T) == 1 ? 2 : 1) * stencilc::random01(seed, i));
}

/// T is the unsigned integer as wide as a cell; `exponent` its bits that are all set in NaN and
/// infinity, 0 where there is neither.
template <class T>
__global__ void compareCells(const T *a, const T *b, std::int64_t count, T exponent,
                             Count *counts) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  Count seen = {0, 0, -1};
  for (std::int64_t i = thread; i < count; i += stride) {
    if (a[i] != b[i]) {
      ++seen.differing;
      seen.first = seen.first < 0 ? i : seen.first;
    }
    seen.notFinite += exponent && (a[i] & exponent) == exponent;
  }
  counts[thread] = seen;
}

/// Works on arrays of as many cells as the job has.
class Comparison {
public:
  explicit Comparison(const Job &job)
      : job(job), counts(kCounts * sizeof(Count)), onHost(kCounts) {}

  /// Fills `cells` with random numbers in [0, 1), those of one byte with 0 and 1.
  void fillRandom(const Field &field, std::uint64_t seed, void *cells) {
    const std::int64_t count = job.cells();
    if (field.bytes == 8)
      require(launch<double *>("randomCells", randomCells<double>, static_cast<double *>(cells),
                               count, seed));
    else if (field.bytes == 4)
      require(launch<float *>("randomCells", randomCells<float>, static_cast<float *>(cells), count,
                              seed));
    else
      require(launch<std::uint8_t *>("randomCells", randomCells<std::uint8_t>,
                                     static_cast<std::uint8_t *>(cells), count, seed));
    require(device().synchronize(nullptr));
  }

  /// Adds what two arrays of a field's cells show.
  void add(Count &seen, const Field &field, const void *a, const void *b) {
    const std::int64_t count = job.cells();
    Count *const all = static_cast<Count *>(counts.get());
    if (field.bytes == 8)
      require(launch<const std::uint64_t *>(
          "compareCells", compareCells<std::uint64_t>, static_cast<const std::uint64_t *>(a),
          static_cast<const std::uint64_t *>(b), count, std::uint64_t{0x7ff} << 52, all));
    else if (field.bytes == 4)
      require(launch<const std::uint32_t *>(
          "compareCells", compareCells<std::uint32_t>, static_cast<const std::uint32_t *>(a),
          static_cast<const std::uint32_t *>(b), count, std::uint32_t{0xff} << 23, all));
    else
      require(launch<const std::uint8_t *>(
          "compareCells", compareCells<std::uint8_t>, static_cast<const std::uint8_t *>(a),
          static_cast<const std::uint8_t *>(b), count, std::uint8_t{0}, all));
    const std::size_t bytes = kCounts * sizeof(Count);
    require(device().copy({onHost.data(), bytes, bytes}, {counts.get(), bytes, bytes}, {bytes},
                          nullptr));
    require(device().synchronize(nullptr));
    for (const Count &c : onHost) {
      seen.differing += c.differing;
      seen.notFinite += c.notFinite;
      if (c.first >= 0 && (seen.first < 0 || c.first < seen.first))
        seen.first = c.first;
    }
  }

private:
  template <class, class Kernel, class... Arguments>
  static Status launch(const char *name, Kernel *kernel, const Arguments &...arguments) {
    stencilc::DeviceRun run(device(), nullptr);
    run.runtime().launch(name, kernel, {dim3(kBlocks), dim3(kThreads), 0}, arguments...);
    return run.status();
  }

  const Job &job;
  Memory counts;
  std::vector<Count> onHost;
};

} // namespace harness
