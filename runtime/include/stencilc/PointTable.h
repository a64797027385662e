/// \file What the points of a source weigh at each cell: a sparse table, asked for one cell after
/// the other.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// A cell of a row that has a weight.
struct PointCell {
  int x;
  double weight;
};

/// Does not own its arrays. Where a plane has no points, which nearly all have not, that is one
/// load that all threads of a row share.
class PointTable {
public:
  PointTable() = default;
  /// `planes[z]`: the first of a plane's ny + 1 entries of `rows`, or -1; the cells of its row y,
  /// by x, are those from rows[y] to before rows[y + 1].
  PointTable(const int *planes, const int *rows, const PointCell *cells, int ny, int nz)
      : planes(planes), rows(rows), cells(cells), ny(ny), nz(nz) {}

  /// The weight at a cell; 0 where there is none, and beyond the grid.
  STENCILC_HD double weight(int x, int y, int z) const {
    if (!has(y, z))
      return 0;
    const int plane = planes[z];
    int low = rows[plane + y], high = rows[plane + y + 1];
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (cells[middle].x == x)
        return cells[middle].weight;
      if (cells[middle].x < x)
        low = middle + 1;
      else
        high = middle;
    }
    return 0;
  }
  /// Whether any cell of the row has a weight.
  STENCILC_HD bool has(int y, int z) const {
    if (y < 0 || y >= ny || z < 0 || z >= nz)
      return false;
    const int plane = planes[z];
    return plane >= 0 && rows[plane + y] < rows[plane + y + 1];
  }

private:
  const int *planes = nullptr, *rows = nullptr;
  const PointCell *cells = nullptr;
  int ny = 0, nz = 0;
};

/// Where kernels that do several steps leave what receivers read of a field: `count` cells for each
/// step of a launch.
class RecordTable {
public:
  RecordTable() = default;
  /// `cells`: the weight of a cell is its number, from 1 on.
  RecordTable(const PointTable &cells, double *samples, int count)
      : cells(cells), samples(samples), count(count) {}

  /// Whether any cell of the row is read.
  STENCILC_HD bool has(int y, int z) const { return cells.has(y, z); }
  /// Keeps the value of a cell after step `t` of the launch, if a receiver reads it.
  template <class T> STENCILC_HD void take(int x, int y, int z, int t, T value) const {
    const int number = static_cast<int>(cells.weight(x, y, z));
    if (number > 0)
      samples[Int64{t} * count + (number - 1)] = static_cast<double>(value);
  }

private:
  PointTable cells;
  double *samples = nullptr;
  int count = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
