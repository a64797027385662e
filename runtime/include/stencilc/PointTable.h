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

/// The smallest box that holds all cells of a table, none by default.
struct PointBox {
  int x = 0, y = 0, z = 0;         // the first cell of each axis
  unsigned nx = 0, ny = 0, nz = 0; // how many there are

  STENCILC_HD bool hasRow(int ofY, int ofZ) const {
    return static_cast<unsigned>(ofY) - static_cast<unsigned>(y) < ny &&
           static_cast<unsigned>(ofZ) - static_cast<unsigned>(z) < nz;
  }
  STENCILC_HD bool hasColumn(int ofX) const {
    return static_cast<unsigned>(ofX) - static_cast<unsigned>(x) < nx;
  }
};

/// Does not own its arrays. Nearly all cells are beyond the box, which is a comparison for each
/// axis with numbers that a kernel has; memory is read within it alone.
class PointTable {
public:
  PointTable() = default;
  /// `planes[z]`: the first of a plane's entries of `rows`, one more than it has rows, or -1; the
  /// cells of its row y, by x, are those from rows[y] to before rows[y + 1].
  PointTable(const int *planes, const int *rows, const PointCell *cells, const PointBox &box)
      : planes(planes), rows(rows), cells(cells), box(box) {}

  /// The weight at a cell; 0 where there is none, and beyond the grid.
  STENCILC_HD double weight(int x, int y, int z) const {
    if (!box.hasColumn(x) || !has(y, z))
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
    if (!box.hasRow(y, z))
      return false;
    const int plane = planes[z];
    return plane >= 0 && rows[plane + y] < rows[plane + y + 1];
  }

private:
  const int *planes = nullptr, *rows = nullptr;
  const PointCell *cells = nullptr;
  PointBox box;
};

/// The weight that point number `point` of a source has at a cell.
struct PointPart {
  int point;
  double weight;
};

/// What a source adds whose points have a series each. Does not own its arrays.
class AmountTable {
public:
  AmountTable() = default;
  /// `cells`: the weight of a cell is its number, from 1 on; its parts are those from
  /// firsts[number - 1] to before firsts[number]. `numbers`: `rows` rows of one for each point.
  AmountTable(const PointTable &cells, const int *firsts, const PointPart *parts,
              const double *numbers, int points, Int64 rows)
      : cells(cells), firsts(firsts), parts(parts), numbers(numbers), points(points), rows(rows) {}

  /// Whether any cell of the row has a weight.
  STENCILC_HD bool has(int y, int z) const { return cells.has(y, z); }
  /// The sum of weight times number of row `row`, a whole number, over the points, in their order;
  /// 0 where there are none, and beyond the rows.
  STENCILC_HD double weight(int x, int y, int z, double row) const {
    const int number = static_cast<int>(cells.weight(x, y, z));
    if (number == 0 || !(row >= 0 && row < static_cast<double>(rows)))
      return 0;
    const double *const now = numbers + static_cast<Int64>(row) * points;
    double sum = 0;
    for (int i = firsts[number - 1]; i < firsts[number]; ++i) {
      const double part = parts[i].weight * now[parts[i].point];
      sum = sum + part;
    }
    return sum;
  }

private:
  PointTable cells;
  const int *firsts = nullptr;
  const PointPart *parts = nullptr;
  const double *numbers = nullptr;
  int points = 0;
  Int64 rows = 0;
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
