/// \file Arrays and tables of points on the device.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/PointTable.h"
#include "stencilc/PointWeights.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class PointMemory {
public:
  /// What cells have, in the order of z, y and x.
  using Sums = std::vector<PointWeight>;

  explicit PointMemory(Device &device) : device(device) {}

  /// A table of what each cell has; its arrays are added to `memory`.
  Status makeTable(const Grid &grid, const Sums &sums, std::vector<void *> &memory,
                   PointTable &table);
  /// A table of what points add that weigh so much at cells, `numbers` being rows of one for each.
  Status makeAmounts(const Grid &grid, const std::vector<std::vector<PointWeight>> &weights,
                     const std::vector<double> &numbers, std::vector<void *> &memory,
                     AmountTable &table);
  void release(std::vector<void *> &memory);

  /// Copies values to an array of their own, which is added to `memory`; waits.
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

/// Puts a table behind the others.
template <class Table> void appendTable(std::vector<unsigned char> &tables, const Table &table) {
  const auto *const bytes = reinterpret_cast<const unsigned char *>(&table);
  tables.insert(tables.end(), bytes, bytes + sizeof table);
}

} // namespace stencilc::inline STENCILC_SPACE
