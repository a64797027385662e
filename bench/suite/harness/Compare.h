/// \file Random numbers for fields, and the comparison of two arrays by bytes, both on the device.
#pragma once

#include "Program.h"
#include <stencilc/Storage.h>

namespace harness {

/// What a thread saw.
struct Count {
  std::uint64_t differing, notFinite;
  std::int64_t first; // least index that differs, or -1
};

constexpr int kBlocks = 1056, kThreads = 256, kCounts = kBlocks * kThreads;

/// In [0, 1); whole numbers are 0 or 1.
template <class T, bool IsWhole>
__global__ void randomCells(T *cells, std::int64_t count, std::uint64_t seed) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += stride) {
    const double value = stencilc::random01(seed, i);
    cells[i] = static_cast<T>(IsWhole ? static_cast<double>(value >= 0.5) : value);
  }
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

/// A type of cells: how random ones are made, and the bits that are all set in NaN and infinity.
struct Cells {
  const char *storage;
  int bytes;
  void (*fill)(void *cells, std::int64_t count, std::uint64_t seed);
  std::uint64_t exponent;
};

template <class Kernel, class... Arguments>
void launch(const char *name, Kernel *kernel, const Arguments &...arguments) {
  stencilc::DeviceRun run(device(), nullptr);
  run.runtime().launch(name, kernel, {dim3(kBlocks), dim3(kThreads), 0}, arguments...);
  require(run.status());
}

template <class T, bool IsWhole = false>
void fillCells(void *cells, std::int64_t count, std::uint64_t seed) {
  launch("randomCells", randomCells<T, IsWhole>, static_cast<T *>(cells), count, seed);
}

inline const Cells kCells[] = {
    {"f64", 8, fillCells<double>, std::uint64_t{0x7ff} << 52},
    {"f32", 4, fillCells<float>, 0xff << 23},
    {"f16", 2, fillCells<stencilc::F16>, 0x1f << 10},
    {"bf16", 2, fillCells<stencilc::BF16>, 0xff << 7},
    {"u8", 1, fillCells<std::uint8_t, true>, 0},
    {"i16", 2, fillCells<std::int16_t, true>, 0},
    {"i32", 4, fillCells<std::int32_t, true>, 0},
};

inline const Cells &cellsOf(const std::string &storage) {
  for (const Cells &cells : kCells)
    if (storage == cells.storage)
      return cells;
  stop("no type of cells " + storage);
}

/// Works on arrays of as many cells as fields have.
class Comparison {
public:
  Comparison() : counts(kCounts * sizeof(Count)), onHost(kCounts) {}

  /// Fills `cells` with random numbers.
  static void fillRandom(const Field &field, std::uint64_t seed, void *cells) {
    cellsOf(field.storage).fill(cells, field.cells, seed);
    require(device().synchronize(nullptr));
  }

  /// Adds what two arrays of a field's cells show.
  void add(Count &seen, const Field &field, const void *a, const void *b) {
    switch (field.bytes) {
    case 8:
      compare<std::uint64_t>(field, a, b);
      break;
    case 4:
      compare<std::uint32_t>(field, a, b);
      break;
    case 2:
      compare<std::uint16_t>(field, a, b);
      break;
    default:
      compare<std::uint8_t>(field, a, b);
    }
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
  template <class T> void compare(const Field &field, const void *a, const void *b) {
    launch("compareCells", compareCells<T>, static_cast<const T *>(a), static_cast<const T *>(b),
           field.cells, static_cast<T>(cellsOf(field.storage).exponent),
           static_cast<Count *>(counts.get()));
  }

  Memory counts;
  std::vector<Count> onHost;
};

} // namespace harness
