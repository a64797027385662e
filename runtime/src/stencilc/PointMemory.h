/// \file Arrays and tables of points on the device.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/PointTable.h"
#include "stencilc/PointWeights.h"
#include <map>
#include <tuple>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class PointMemory {
public:
  using Place = std::tuple<int, int, int>; // z, y, x
  using Sums = std::map<Place, double>;

  explicit PointMemory(Device &device) : device(device) {}

  /// A table of what each cell has; its arrays are added to `memory`.
  Status makeTable(const Grid &grid, const Sums &sums, std::vector<void *> &memory,
                   PointTable &table);
  /// A table of what points add that weigh so much at cells, `numbers` being rows of one for each.
  Status makeAmounts(const Grid &grid, const std::vector<std::vector<PointWeight>> &weights,
                     const std::vector<double> &numbers, std::vector<void *> &memory,
                     AmountTable &table);
  void release(std::vector<void *> &memory);

private:
  template <class T>
  Status toDevice(const std::vector<T> &values, std::vector<void *> &memory, const T *&place);

  Device &device;
};

} // namespace stencilc::inline STENCILC_SPACE
