/// \file What the points of a source weigh at each cell: a sparse table, asked for one cell after
/// the other.
///
/// Kernels update thousands of cells that have no weight for each that has one, and ask at every
/// cell. So a table is a box around all its cells, which a kernel has at hand, and a list in
/// memory, which is read within the box by functions that are called: what they do would otherwise
/// be most of a kernel's instructions.
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
  STENCILC_HD bool has(int ofX, int ofY, int ofZ) const {
    return static_cast<unsigned>(ofX) - static_cast<unsigned>(x) < nx && hasRow(ofY, ofZ);
  }
};

/// The cells of a table. `planes[z]`: the first of a plane's entries of `rows`, one more than it
/// has rows, or -1; the cells of its row y, by x, are those from rows[y] to before rows[y + 1].
struct PointList {
  const int *planes, *rows;
  const PointCell *cells;
};

/// Whether a row has cells.
/// \pre It is in the box of the table.
STENCILC_HD_SELDOM bool hasPoints(const PointList *list, int y, int z) {
  const int plane = list->planes[z];
  return plane >= 0 && list->rows[plane + y] < list->rows[plane + y + 1];
}

/// The weight of a cell, 0 where there is none.
/// \pre It is in the box of the table.
STENCILC_HD_SELDOM double pointWeight(const PointList *list, int x, int y, int z) {
  const int plane = list->planes[z];
  if (plane < 0)
    return 0;
  int low = list->rows[plane + y], high = list->rows[plane + y + 1];
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (list->cells[middle].x == x)
      return list->cells[middle].weight;
    if (list->cells[middle].x < x)
      low = middle + 1;
    else
      high = middle;
  }
  return 0;
}

/// Does not own its list.
class PointTable {
public:
  PointTable() = default;
  PointTable(const PointList *list, const PointBox &box) : list(list), box(box) {}

  /// The weight at a cell; 0 where there is none, and beyond the grid.
  STENCILC_HD double weight(int x, int y, int z) const {
    return box.has(x, y, z) ? pointWeight(list, x, y, z) : 0;
  }
  /// Whether any cell of the row has a weight.
  STENCILC_HD bool has(int y, int z) const { return box.hasRow(y, z) && hasPoints(list, y, z); }

private:
  const PointList *list = nullptr;
  PointBox box;
};

/// The weight that point number `point` of a source has at a cell.
struct PointPart {
  int point;
  double weight;
};

/// What points add that have a series each. The weight of a cell is its number, from 1 on; its
/// parts are those from firsts[number - 1] to before firsts[number]. `numbers`: `rows` rows of one
/// for each point.
struct AmountList {
  const int *firsts;
  const PointPart *parts;
  const double *numbers;
  int points;
  Int64 rows;
};

/// The sum of weight times number of row `row`, a whole number, over the points of cell number
/// `number`, in their order; 0 beyond the rows.
STENCILC_HD_SELDOM double pointAmount(const AmountList *list, int number, double row) {
  if (!(row >= 0 && row < static_cast<double>(list->rows)))
    return 0;
  const double *const now = list->numbers + static_cast<Int64>(row) * list->points;
  double sum = 0;
  for (int i = list->firsts[number - 1]; i < list->firsts[number]; ++i) {
    const double part = list->parts[i].weight * now[list->parts[i].point];
    sum = sum + part;
  }
  return sum;
}

/// What a source adds whose points have a series each. Does not own its list.
class AmountTable {
public:
  AmountTable() = default;
  AmountTable(const PointTable &cells, const AmountList *list) : cells(cells), list(list) {}

  /// Whether any cell of the row has a weight.
  STENCILC_HD bool has(int y, int z) const { return cells.has(y, z); }
  /// What is added at a cell in row `row` of the series; 0 where there are no points.
  STENCILC_HD double weight(int x, int y, int z, double row) const {
    const int number = static_cast<int>(cells.weight(x, y, z));
    return number == 0 ? 0 : pointAmount(list, number, row);
  }

private:
  PointTable cells;
  const AmountList *list = nullptr;
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
