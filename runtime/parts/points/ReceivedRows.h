/// \file Cells that receivers (points at which a run saves a field) read, collected in parts of
/// rows. Each part extends from the first cell needed in a row to the last one.
#pragma once

#include "runtime/parts/points/PointWeights.h"

namespace stencilc::inline STENCILC_SPACE {

/// Part of a row of the grid: `count` cells from index `first` along x, some of which receivers
/// read. The cells of all parts are numbered consecutively; the first cell of this part has number
/// `place`.
struct ReceivedRow {
  int y, z, first, count; // cells along x
  std::int64_t place = 0;
};

/// Cells around the points of a source or receiver, with the weights of each point: one list for
/// each point.
using PointCells = std::vector<std::vector<PointWeight>>;

/// Finds the cells that receivers (points that record a field) read, as one range of cells for each
/// row of the grid. A range can be copied at once. The cells of all ranges are numbered
/// consecutively from 0.
class ReceivedRows {
public:
  /// Finds the ranges. Each entry of `points` has the cells near the points of one receiver. `grid`
  /// has the numbers of cells of their field along x, y and z.
  ReceivedRows(const Grid &grid, const std::vector<const PointCells *> &points);

  /// Returns the ranges of cells along x that contain all cells of the points: one range for each
  /// row with such a cell, ordered by z and then by y.
  const std::vector<ReceivedRow> &rows() const { return all; }
  /// Returns the total number of cells in the ranges of all rows (see rows()).
  std::int64_t count() const { return all.empty() ? 0 : all.back().place + all.back().count; }
  /// Returns the number of a cell, from 0, if the cells in the ranges of all rows are counted one
  /// after the other. Precondition: the cell belongs to one of the points.
  std::int64_t placeOf(const PointWeight &cell) const {
    const ReceivedRow &row = all[static_cast<std::size_t>(numbers[indexOf(cell.y, cell.z)])];
    return row.place + (cell.x - row.first);
  }

private:
  std::size_t indexOf(int y, int z) const {
    return static_cast<std::size_t>(z) * static_cast<std::size_t>(ny) + static_cast<std::size_t>(y);
  }

  int ny;
  /// Index of each row in `all`, or -1 if no point reads the row. Row y of plane z has entry z * ny
  /// + y.
  std::vector<int> numbers;
  std::vector<ReceivedRow> all;
};

} // namespace stencilc::inline STENCILC_SPACE
