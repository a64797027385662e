/// \file Arrays and tables in device memory for the points of sources and receivers.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/parts/points/PointWeights.h"
#include "stencilc/PointTable.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Tables in device memory from which kernels read the cells around the points of sources and
/// receivers, with the weight of a point at each cell.
class PointMemory {
public:
  /// Cells with the sum of the weights of all points at each cell, ordered by z, y and x.
  using Sums = std::vector<PointWeight>;

  explicit PointMemory(Device &device) : device(device) {}

  /// Creates a table of the cells in `sums` with their weights. Its arrays are appended to
  /// `memory`, so that they can be released later.
  Status makeTable(const Grid &grid, const Sums &sums, std::vector<void *> &memory,
                   PointTable &table);
  /// Creates a table for a source whose amplitudes change with time. `weights` has the cells of
  /// each point. `numbers` has one amplitude per point for each time step, all points of a step
  /// together. Arrays of the table are appended to `memory`.
  Status makeAmounts(const Grid &grid, const std::vector<std::vector<PointWeight>> &weights,
                     const std::vector<double> &numbers, std::vector<void *> &memory,
                     AmountTable &table);
  void release(std::vector<void *> &memory);

  /// Copies `values` to a new array in device memory, which is appended to `memory` to be released
  /// later. Sets `place` to its address. Waits for the copy.
  template <class T>
  Status toDevice(const std::vector<T> &values, std::vector<void *> &memory, const T *&place) {
    const void *array = nullptr;
    Status status = bytesToDevice(values.data(), values.size() * sizeof(T), memory, array);
    place = static_cast<const T *>(array);
    return status;
  }

private:
  Status bytesToDevice(const void *bytes, std::size_t count, std::vector<void *> &memory,
                       const void *&array);

  Device &device;
};

/// Appends the bytes of `table` to `tables`, the kernel arguments.
template <class Table> void appendTable(std::vector<unsigned char> &tables, const Table &table) {
  const auto *const bytes = reinterpret_cast<const unsigned char *>(&table);
  tables.insert(tables.end(), bytes, bytes + sizeof table);
}

} // namespace stencilc::inline STENCILC_SPACE
