/// \file The cells that receivers read, in rows: each row from the first cell that is needed to the
/// last one.
#pragma once

#include "stencilc/PointWeights.h"

namespace stencilc::inline STENCILC_SPACE {

/// A part of a row of the grid; its cells have the places from `place` on.
struct ReceivedRow {
  int y, z, first, count; // cells along x
  std::int64_t place = 0;
};

/// The cells of each point.
using PointCells = std::vector<std::vector<PointWeight>>;

class ReceivedRows {
public:
  /// The cells of points in a grid of such extents.
  ReceivedRows(const Grid &grid, const std::vector<const PointCells *> &points);

  /// By planes and rows.
  const std::vector<ReceivedRow> &rows() const { return all; }
  /// How many places there are.
  std::int64_t count() const { return all.empty() ? 0 : all.back().place + all.back().count; }
  /// \pre The cell is one of the points'.
  std::int64_t placeOf(const PointWeight &cell) const {
    const ReceivedRow &row = all[static_cast<std::size_t>(numbers[indexOf(cell.y, cell.z)])];
    return row.place + (cell.x - row.first);
  }

private:
  std::size_t indexOf(int y, int z) const {
    return static_cast<std::size_t>(z) * static_cast<std::size_t>(ny) + static_cast<std::size_t>(y);
  }

  int ny;
  std::vector<int> numbers; // of the rows of the grid among those that are read, or -1
  std::vector<ReceivedRow> all;
};

} // namespace stencilc::inline STENCILC_SPACE
