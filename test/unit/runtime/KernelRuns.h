/// \file Runs the kernels of Kernels.h on the device that programs of this world have, and counts
/// cells that differ from a plain loop in any bit. Works on a GPU and on the CPU device.
#pragma once

#include "Kernels.h"
#include "runtime/core/fields/Layout.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "stencilc/Step.h"
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

namespace kernels {

using stencilc::LaunchShape;
using stencilc::Status;

/// The device of programs that are compiled as this is.
inline stencilc::Device &device() { return *stencilc::deviceFor(stencilc::kExecutionSpace); }

/// Launches as a step does.
template <class... Parameters, class... Arguments>
Status launch(const char *name, void (*kernel)(Parameters...), const LaunchShape &shape,
              const Arguments &...arguments) {
  stencilc::DeviceRun run(device(), nullptr);
  run.runtime().launch(name, kernel, shape, arguments...);
  return run.status();
}

/// A map as a step of a field that lies so makes it.
template <class T>
Status makeTensorMap(stencilc::TensorMap &map, View<T> view, const Grid &grid, int rank,
                     const int (&box)[3]) {
  stencilc::DeviceRun run(device(), nullptr);
  const stencilc::Step step(run.runtime(), grid, nullptr, {});
  step.mapTensor(map, view, rank, box);
  return run.status();
}

/// Prints a failure; true if there was none.
inline bool fine(const Status &status) {
  if (!status)
    std::fprintf(stderr, "%s\n", status.message().c_str());
  return status.ok();
}

/// Cells on the device; packed.
template <class T> class DeviceArray {
public:
  explicit DeviceArray(const std::vector<T> &host) : count(host.size()) {
    void *memory = nullptr;
    good = fine(device().allocate(bytes(), memory));
    cells = static_cast<T *>(memory);
    good = good && fine(device().copy({cells, bytes(), bytes()}, {host.data(), bytes(), bytes()},
                                      {bytes()}, nullptr));
  }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;
  ~DeviceArray() { device().release(cells); }

  T *data() const { return cells; }
  /// How many cells differ from `expected` once the work before is done; all of them after a
  /// failure.
  std::size_t wrong(const std::vector<T> &expected) const {
    std::vector<T> got(count);
    if (!good || !fine(device().synchronize(nullptr)) ||
        !fine(device().copy({got.data(), bytes(), bytes()}, {cells, bytes(), bytes()}, {bytes()},
                            nullptr)) ||
        !fine(device().synchronize(nullptr)))
      return count;
    std::size_t different = 0;
    for (std::size_t i = 0; i < count; ++i)
      different += std::memcmp(&got[i], &expected[i], sizeof(T)) != 0 &&
                   (got[i] == got[i] || expected[i] == expected[i]);
    return different;
  }

private:
  std::size_t bytes() const { return count * sizeof(T); }

  std::size_t count;
  T *cells = nullptr;
  bool good = false;
};

template <class T> std::vector<T> someNumbers(std::size_t count) {
  std::vector<T> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = static_cast<T>((i * 2654435761u >> 8) & 0xffff) / T{64};
  return numbers;
}

template <class T> View<T> packed(T *data, const Grid &g) {
  return {data, g.nx, std::int64_t{g.nx} * g.ny};
}

template <bool Barrier = true> std::size_t wrongInSevenPoint(Grid g = {37, 21, 9}) {
  const auto from = someNumbers<float>(static_cast<std::size_t>(g.cells()));
  const View<const float> in = packed(from.data(), g);
  const auto at = [&](int x, int y, int z) {
    return x < 0 || y < 0 || z < 0 || x >= g.nx || y >= g.ny || z >= g.nz ? 0.0f : in(x, y, z);
  };
  std::vector<float> expected(from.size());
  for (int z = 0; z < g.nz; ++z)
    for (int y = 0; y < g.ny; ++y)
      for (int x = 0; x < g.nx; ++x)
        packed(expected.data(), g)(x, y, z) =
            stencilc::fma(0.4f, at(x, y, z),
                          0.1f * (at(x, y, z - 1) + at(x, y - 1, z) + at(x - 1, y, z) +
                                  at(x + 1, y, z) + at(x, y + 1, z) + at(x, y, z + 1)));
  DeviceArray<float> source(from), target(std::vector<float>(from.size(), -1.0f));
  const dim3 blocks(stencilc::ceilDiv(g.nx, 16), stencilc::ceilDiv(g.ny, 8));
  const LaunchShape shape = {blocks, dim3(16, 8), 18 * 10 * sizeof(float), true};
  if (!fine(launch("sevenPoint", sevenPoint<16, 8, Barrier>, shape, g, packed(source.data(), g),
                   packed(target.data(), g), 0.4f, 0.1f)))
    return from.size();
  return target.wrong(expected);
}

/// `block` need not be whole warps.
inline std::size_t wrongInShuffleSum(int n = 1000, unsigned block = 80) {
  const auto from = someNumbers<double>(n);
  std::vector<double> expected(n);
  for (int i = 0; i < n; ++i)
    expected[i] = (i > 0 ? from[i - 1] : 0) + from[i] + (i + 1 < n ? from[i + 1] : 0);
  DeviceArray<double> source(from), target(std::vector<double>(n, -1.0));
  const LaunchShape shape = {dim3(stencilc::ceilDiv<unsigned>(n, block)), dim3(block), 0, true};
  if (!fine(launch("shuffleSum", shuffleSum, shape, source.data(), target.data(), n)))
    return n;
  return target.wrong(expected);
}

inline std::size_t wrongInWarpTotal() {
  const int n = 256;
  std::vector<int> from(n), expected(n);
  for (int i = 0; i < n; ++i)
    from[i] = i * i % 101;
  for (int i = 0; i < n; ++i)
    for (int lane = 0; lane < 32; ++lane)
      expected[i] += from[i / 32 * 32 + lane];
  DeviceArray<int> source(from), target(std::vector<int>(n, -1));
  const LaunchShape shape = {dim3(2), dim3(128), 0, true};
  if (!fine(launch("warpTotal", warpTotal, shape, source.data(), target.data())))
    return n;
  return target.wrong(expected);
}

/// More than 48 KiB of shared memory must be asked for; launch() does.
template <bool Wait = true> std::size_t wrongInCopyPipeline(std::size_t sharedBytes = 100 * 1024) {
  const int width = 96, tiles = 7, n = width * tiles - 10;
  const auto from = someNumbers<float>(n);
  std::vector<float> expected(width * tiles);
  for (int i = 0; i < width * tiles; ++i) {
    const int source = i / width * width + (i + 1) % width;
    expected[i] = source < n ? from[source] : 0;
  }
  DeviceArray<float> source(from), target(std::vector<float>(expected.size(), -1.0f));
  const LaunchShape shape = {dim3(1), dim3(width), sharedBytes, true};
  if (!fine(launch("copyPipeline", copyPipeline<Wait>, shape, source.data(), target.data(), n,
                   tiles)))
    return expected.size();
  return target.wrong(expected);
}

inline std::size_t wrongInWideCopies() {
  const int n = 128;
  const auto from = someNumbers<double>(n);
  std::vector<double> expected = from;
  for (int i = 0; i < n; i += 2)
    expected[i] = -from[i];
  DeviceArray<double> source(from), target(std::vector<double>(n, -1.0));
  const LaunchShape shape = {dim3(1), dim3(n / 2), n * sizeof(double)}; // no barriers: plain calls
  if (!fine(launch("wideCopies", wideCopies, shape, source.data(), target.data())))
    return n;
  return target.wrong(expected);
}

template <class T> std::size_t wrongInFunctions() {
  const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  const T tiny = std::numeric_limits<T>::denorm_min(), large = std::numeric_limits<T>::max();
  std::vector<T> values = {0, -T{0}, 1, -1, tiny, -tiny, large, -large, inf, -inf, nan, T(0.1)};
  for (const T v : someNumbers<T>(20))
    values.push_back(v / 7 - 50);
  std::vector<T> a, b;
  for (const T x : values)
    for (const T y : values) {
      a.push_back(x);
      b.push_back(y);
    }
  const std::size_t count = a.size(); // 1024
  std::vector<T> expected(count * kFunctions);
  for (std::size_t i = 0; i < count; ++i)
    exactFunctions(a[i], b[i], &expected[i * kFunctions]);
  DeviceArray<T> first(a), second(b), target(std::vector<T>(expected.size(), -1));
  const LaunchShape shape = {dim3(static_cast<unsigned>(count / 64)), dim3(64)};
  if (!fine(launch("functions", functions<T>, shape, first.data(), second.data(), target.data())))
    return expected.size();
  return target.wrong(expected);
}

template <bool Wait = true> std::size_t wrongInTensorRows() {
  const Grid g = {100, 23, 1};  // four tiles; the last is cut
  const std::int64_t row = 104; // pitches of tensors are multiples of 16 bytes
  const auto from = someNumbers<float>(row * g.ny);
  const auto at = [&](int x, int y) {
    return x < 0 || y < 0 || x >= g.nx || y >= g.ny ? 0.0f : from[y * row + x];
  };
  std::vector<float> expected(row * g.ny, -1.0f), expectedRight(2 * g.ny);
  for (int y = 0; y < g.ny; ++y) {
    for (int x = 0; x < g.nx; ++x)
      expected[y * row + x] = at(x, y - 1) + at(x - 1, y) + at(x + 1, y) + at(x, y + 1);
    for (int pair = 0; pair < 2; ++pair)
      expectedRight[y * 2 + pair] = at((2 * pair + 1) * kTileX, y);
  }
  DeviceArray<float> source(from), target(std::vector<float>(row * g.ny, -1.0f)),
      right(std::vector<float>(2 * g.ny, -1.0f));
  stencilc::TensorMap map{};
  if (!fine(makeTensorMap(map, View<float>{source.data(), row, row * g.ny}, g, 2,
                          {kTileWidth, kTileRows, 1})))
    return expected.size();
  const LaunchShape shape = {dim3(4), dim3(64), 128 + kTileBytes, true, dim3(2)};
  if (!fine(launch("tensorRows", tensorRows<Wait>, shape, map, g,
                   View<float>{target.data(), row, row * g.ny}, right.data())))
    return expected.size();
  return target.wrong(expected) + right.wrong(expectedRight);
}

/// A box of ints out to the device, from there to another pitch on the device, and back.
inline std::size_t wrongInBoxCopies(stencilc::device::Box box, std::size_t rowPitch,
                                    std::size_t planePitch) {
  std::vector<int> host(box.rowBytes / sizeof(int) * box.rows * box.planes);
  for (std::size_t i = 0; i < host.size(); ++i)
    host[i] = static_cast<int>(i);
  std::vector<int> back(host.size(), -1);
  const std::size_t planeBytes = box.rowBytes * box.rows;
  void *padded = nullptr, *tight = nullptr;
  bool good = fine(device().allocate(planePitch * box.planes, padded)) &&
              fine(device().allocate(planeBytes * box.planes, tight));
  const stencilc::device::Place wide = {padded, rowPitch, planePitch},
                                packed = {tight, box.rowBytes, planeBytes};
  good = good && fine(device().copy(wide, {host.data(), box.rowBytes, planeBytes}, box, nullptr)) &&
         fine(device().copy(packed, wide, box, nullptr)) &&
         fine(device().copy({back.data(), box.rowBytes, planeBytes}, packed, box, nullptr)) &&
         fine(device().synchronize(nullptr));
  device().release(padded);
  device().release(tight);
  std::size_t wrong = good ? 0 : host.size();
  for (std::size_t i = 0; good && i < host.size(); ++i)
    wrong += host[i] != back[i];
  return wrong;
}

inline std::size_t wrongInCopies() {
  return wrongInBoxCopies({40, 7, 5}, 128, 128 * 9) +      // planes of whole rows
         wrongInBoxCopies({40, 7, 5}, 128, 128 * 7 + 20) + // not
         wrongInBoxCopies({40, 7, 1}, 64, 64 * 7) + wrongInBoxCopies({40, 1, 5}, 64, 100) +
         wrongInBoxCopies({40, 7, 5}, 40, 280) + wrongInBoxCopies({40, 1, 1}, 128, 128);
}

/// What the device says of itself, and the time of nothing, are numbers that can be.
inline std::size_t wrongInQueries() {
  stencilc::device::Info info;
  std::uint64_t free = 0;
  const std::unique_ptr<stencilc::Stopwatch> watch = device().makeStopwatch();
  double seconds = -1;
  const bool good = fine(device().query(info)) && fine(device().freeMemory(free)) &&
                    fine(watch->start(nullptr)) && fine(watch->stop(nullptr)) &&
                    fine(watch->seconds(seconds)) && fine(device().synchronize(nullptr));
  return !good + info.name.empty() + (info.multiprocessors < 1) + (free > info.totalBytes) +
         (info.sharedBytesPerBlock < 48 * 1024) + !(seconds >= 0 && seconds < 10);
}

/// Everything above once, each with a line on stdout; how many give anything wrong.
inline int wrongKernels() {
  const struct {
    const char *name;
    std::size_t wrong;
  } results[] = {
      {"sevenPoint", wrongInSevenPoint()},
      {"shuffleSum", wrongInShuffleSum()},
      {"warpTotal", wrongInWarpTotal()},
      {"copyPipeline", wrongInCopyPipeline()},
      {"wideCopies", wrongInWideCopies()},
      {"functions<float>", wrongInFunctions<float>()},
      {"functions<double>", wrongInFunctions<double>()},
      {"tensorRows", wrongInTensorRows()},
      {"copies", wrongInCopies()},
      {"queries", wrongInQueries()},
  };
  int wrong = 0;
  for (const auto &result : results) {
    std::printf("%-18s %zu wrong\n", result.name, result.wrong);
    wrong += result.wrong != 0;
  }
  return wrong;
}

} // namespace kernels
