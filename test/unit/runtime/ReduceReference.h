/// \file The order of reductions restated as briefly as it gets, with values that show every other
/// order, for tests of both ways to reduce.
#pragma once

#include "stencilc/Grid.h"
#include <algorithm>
#include <cstdint>
#include <vector>

using stencilc::Grid;

/// Rows, planes and grids of one value, of a segment, of several, of lists of lists.
inline constexpr std::int64_t kReduceSizes[][3] = {
    {1, 1, 1},    {15, 1, 1},   {16, 1, 1},   {127, 3, 2},  {128, 1, 1},
    {1023, 1, 1}, {1024, 2, 1}, {1025, 1, 3}, {5000, 1, 1}, {3, 1030, 1},
    {2, 3, 1025}, {1, 1, 1500}, {1, 2050, 2}, {37, 41, 5}};

inline double valueAt(int x, int y, int z) {
  const double spread[] = {1e16, 1, -3e15, 0.1, 7e8, -1e16, 2.5};
  return spread[(x * 3 + y * 5 + z) % 7] * (1 + x % 11);
}

/// The definition in docs/reference/arithmetic.md once more, as short as it gets.
inline double reference(std::vector<double> list) {
  std::vector<double> segments;
  for (std::size_t begin = 0; begin < list.size(); begin += 1024) {
    double sums[128] = {};
    for (std::size_t i = begin; i < std::min(begin + 1024, list.size()); ++i)
      sums[(i - begin) % 128] += list[i];
    for (int width = 1; width < 128; width *= 2)
      for (int i = 0; i < 128; i += 2 * width)
        sums[i] += sums[i + width];
    segments.push_back(sums[0]);
  }
  return segments.size() == 1 ? segments[0] : reference(segments);
}

inline double referenceOf(const Grid &g) {
  std::vector<double> planes;
  for (int z = 0; z < g.nz; ++z) {
    std::vector<double> rows;
    for (int y = 0; y < g.ny; ++y) {
      std::vector<double> row;
      for (int x = 0; x < g.nx; ++x)
        row.push_back(valueAt(x, y, z));
      rows.push_back(reference(row));
    }
    planes.push_back(reference(rows));
  }
  return reference(planes);
}
