/// \file Tables in device memory in which kernels find the cells near the points of sources (which
/// add to a field) and receivers (which record a field).
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/parts/points/PointWeights.h"
#include "stencilc/PointTable.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Creates tables in device memory for kernels. A table contains the cells near the points of a
/// source (which adds to a field) or a receiver (which records a field), with a weight for each
/// cell. The caller stores the addresses of the arrays, and passes them to release().
class PointMemory {
public:
  /// List of cells with weights, ordered by z, then y, then x. The weight of a cell is the sum of
  /// the weights that all points have at this cell.
  using Sums = std::vector<PointWeight>;

  explicit PointMemory(Device &device) : device(device) {}

  /// Sets `table` to a new table in device memory with the cells and weights of `sums`. `grid` has
  /// the numbers of cells along x, y and z. The addresses of the table's arrays are appended to
  /// `memory`, for release().
  Status makeTable(const Grid &grid, const Sums &sums, std::vector<void *> &memory,
                   PointTable &table);
  /// Sets `table` to a new table in device memory for a source whose amplitudes change with time.
  /// `weights[i]` has the cells near point i. `numbers` has one amplitude for each time step and
  /// point, the points of a step together. The addresses of the table's arrays are appended to
  /// `memory`.
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
