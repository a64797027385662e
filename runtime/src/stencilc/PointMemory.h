/// \file Arrays and tables of points in device memory.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/PointTable.h"
#include "stencilc/PointWeights.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The tables in device memory from which kernels read the weights of sources and receivers at
/// cells.
class PointMemory {
public:
  /// Cells with one weight each, ordered by z, y and x.
  using Sums = std::vector<PointWeight>;

  explicit PointMemory(Device &device) : device(device) {}

  /// Creates a table of the cells in `sums` with their weights. Its arrays are appended to
  /// `memory`, to be released later.
  Status makeTable(const Grid &grid, const Sums &sums, std::vector<void *> &memory,
                   PointTable &table);
  /// Creates a table for a source with time-dependent amplitudes. `weights` has the cells of each
  /// point. `numbers` has a row for each time step, with one amplitude per point. Arrays of the
  /// table are appended to `memory`.
  Status makeAmounts(const Grid &grid, const std::vector<std::vector<PointWeight>> &weights,
                     const std::vector<double> &numbers, std::vector<void *> &memory,
                     AmountTable &table);
  void release(std::vector<void *> &memory);

  /// Copies `values` to a new array in device memory, which is appended to `memory`. Sets `place`
  /// to its address. Waits for the copy.
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

/// Appends the bytes of `table` to `tables`.
template <class Table> void appendTable(std::vector<unsigned char> &tables, const Table &table) {
  const auto *const bytes = reinterpret_cast<const unsigned char *>(&table);
  tables.insert(tables.end(), bytes, bytes + sizeof table);
}

} // namespace stencilc::inline STENCILC_SPACE
