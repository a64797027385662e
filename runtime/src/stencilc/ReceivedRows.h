/// \file The cells that receivers read, collected in rows. Each row extends from the first cell
/// needed to the last one.
#pragma once

#include "stencilc/PointWeights.h"

namespace stencilc::inline STENCILC_SPACE {

/// A part of a row of the grid that receivers read: `count` cells from index `first` along x. The
/// cells of all such parts are numbered consecutively, and those of this one begin with `place`.
struct ReceivedRow {
  int y, z, first, count; // cells along x
  std::int64_t place = 0;
};

/// The cells of a set of points, with their weights: one list for each point.
using PointCells = std::vector<std::vector<PointWeight>>;

/// The parts of rows of a grid that contain all cells of some points. All cells of the rows are
/// numbered consecutively.
class ReceivedRows {
public:
  /// Collects the rows that contain the cells of all `points`. `grid` has the extents of the field.
  ReceivedRows(const Grid &grid, const std::vector<const PointCells *> &points);

  /// Returns the rows, ordered by z and y.
  const std::vector<ReceivedRow> &rows() const { return all; }
  /// Returns the total number of cells in all rows.
  std::int64_t count() const { return all.empty() ? 0 : all.back().place + all.back().count; }
  /// Returns the number of a cell among the cells of all rows. Precondition: the cell belongs to
  /// one of the points.
  std::int64_t placeOf(const PointWeight &cell) const {
    const ReceivedRow &row = all[static_cast<std::size_t>(numbers[indexOf(cell.y, cell.z)])];
    return row.place + (cell.x - row.first);
  }

private:
  std::size_t indexOf(int y, int z) const {
    return static_cast<std::size_t>(z) * static_cast<std::size_t>(ny) + static_cast<std::size_t>(y);
  }

  int ny;
  /// For each row of the grid, its index in `all`, or -1 if no receiver reads it.
  std::vector<int> numbers;
  std::vector<ReceivedRow> all;
};

} // namespace stencilc::inline STENCILC_SPACE
