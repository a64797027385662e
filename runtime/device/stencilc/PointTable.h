/// \file Weights of the points of a source at grid cells: a sparse table with a lookup by cell.
///
/// Kernels look up every cell, and almost no cell has a weight. So a table is a bounding box in
/// registers and a list in memory. Only lookups inside the box read the list. They are function
/// calls, because inlined they would be most of the instructions of a kernel.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// A cell in a table of points, as its x coordinate and its non-zero weight for the source.
struct PointCell {
  int x;
  double weight;
};

/// Bounding box of all cells that have a weight in a table of points; empty by default.
struct PointBox {
  int x = 0, y = 0, z = 0;         // first cell along each axis
  unsigned nx = 0, ny = 0, nz = 0; // number of cells along each axis

  STENCILC_HD bool hasRow(int ofY, int ofZ) const {
    return static_cast<unsigned>(ofY) - static_cast<unsigned>(y) < ny &&
           static_cast<unsigned>(ofZ) - static_cast<unsigned>(z) < nz;
  }
  STENCILC_HD bool has(int ofX, int ofY, int ofZ) const {
    return static_cast<unsigned>(ofX) - static_cast<unsigned>(x) < nx && hasRow(ofY, ofZ);
  }
};

/// Cells near the points of a source, in compressed form. planes[z] is the index in `rows` of the
/// first row of plane z, or -1 if the plane has no cells. Row y of that plane has the cells from
/// rows[planes[z] + y] up to but not including the next entry, sorted by x.
struct PointList {
  const int *planes, *rows;
  const PointCell *cells;
};

/// Returns true if any cell of row y of plane z has a weight in the list of a source. \pre (y, z)
/// lies in the bounding box of the table.
STENCILC_HD_SELDOM bool hasPoints(const PointList *list, int y, int z) {
  const int plane = list->planes[z];
  return plane >= 0 && list->rows[plane + y] < list->rows[plane + y + 1];
}

/// Returns the weight of cell (x, y, z) for a source, or 0 if the list does not contain the cell.
/// \pre (x, y, z) lies in the bounding box of the table.
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

/// Table that finds the weight of a cell for a source: a bounding box and a list of cells, which is
/// not owned.
class PointTable {
public:
  PointTable() = default;
  PointTable(const PointList *list, const PointBox &box) : list(list), box(box) {}

  /// Returns the weight of cell (x, y, z) for a source, or 0 if the source does not act on it or it
  /// lies outside the grid.
  STENCILC_HD double weight(int x, int y, int z) const {
    return box.has(x, y, z) ? pointWeight(list, x, y, z) : 0;
  }
  /// Returns true if any cell of row y of plane z has a weight.
  STENCILC_HD bool has(int y, int z) const { return box.hasRow(y, z) && hasPoints(list, y, z); }

private:
  const PointList *list = nullptr;
  PointBox box;
};

/// Contribution of one point of a source to a cell: the number of the point, and the cell's weight
/// for it.
struct PointPart {
  int point;
  double weight;
};

/// Contributions of a source to cells, if each point has a series (one number for each time step).
/// The cells near the source are numbered from 1. The contributions to cell k are the entries
/// firsts[k - 1] up to but not including firsts[k] of `parts`, each with a point and a weight.
/// `numbers` has `rows` time steps, with one number for each of `points` points.
struct AmountList {
  const int *firsts;
  const PointPart *parts;
  const double *numbers;
  int points;
  Int64 rows;
};

/// Returns what a source adds to cell number `number` in time step `row`: the sum of weight times
/// series value over the points near the cell. Cells near the source are numbered from 1, time
/// steps from 0. Returns 0 if the series has no value for the step.
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

/// Table that finds what a source adds to a cell, if each point of the source has a series (one
/// number for each time step). Its lists are not owned.
class AmountTable {
public:
  AmountTable() = default;
  AmountTable(const PointTable &cells, const AmountList *list) : cells(cells), list(list) {}

  /// Returns true if any cell of row y of plane z is near a point of the source.
  STENCILC_HD bool has(int y, int z) const { return cells.has(y, z); }
  /// Returns what the source adds to cell (x, y, z) in time step `row`, counted from 0. Returns 0
  /// if no point of the source is near the cell, or the series has no number for the step.
  STENCILC_HD double weight(int x, int y, int z, double row) const {
    const int number = static_cast<int>(cells.weight(x, y, z));
    return number == 0 ? 0 : pointAmount(list, number, row);
  }

private:
  PointTable cells;
  const AmountList *list = nullptr;
};

/// Table of the cells that receivers read, with the memory in which kernels store the values of
/// these cells. After each time step of a launch, kernels store `count` values, one for each of
/// these cells.
class RecordTable {
public:
  RecordTable() = default;
  /// Constructs the table. `cells` is a table that gives a number for each cell: 1 plus its index
  /// among the `count` cells that receivers read, and 0 for all other cells. Kernels store the
  /// value of the cell with index i after step t of a launch at samples[t * count + i].
  RecordTable(const PointTable &cells, double *samples, int count)
      : cells(cells), samples(samples), count(count) {}

  /// Returns true if any cell of row y of plane z is read by a receiver.
  STENCILC_HD bool has(int y, int z) const { return cells.has(y, z); }
  /// Records the value of cell (x, y, z) after step `t` of the launch, counted from 0. Does nothing
  /// if no receiver reads the cell.
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
