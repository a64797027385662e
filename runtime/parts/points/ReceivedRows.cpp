/// \file Parts of rows that contain the cells which receivers read (ReceivedRows.h).
#include "runtime/parts/points/ReceivedRows.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

ReceivedRows::ReceivedRows(const Grid &grid, const std::vector<const PointCells *> &points)
    : ny(grid.ny),
      numbers(static_cast<std::size_t>(grid.ny) * static_cast<std::size_t>(grid.nz), -1) {
  for (const PointCells *each : points)
    for (const std::vector<PointWeight> &cells : *each)
      for (const PointWeight &cell : cells) {
        int &number = numbers[indexOf(cell.y, cell.z)];
        if (number < 0) {
          number = static_cast<int>(all.size());
          all.push_back({cell.y, cell.z, cell.x, 1});
        }
        ReceivedRow &row = all[static_cast<std::size_t>(number)];
        const int end = std::max(row.first + row.count, cell.x + 1);
        row.first = std::min(row.first, cell.x);
        row.count = end - row.first;
      }
  std::sort(all.begin(), all.end(), [](const ReceivedRow &a, const ReceivedRow &b) {
    return a.z != b.z ? a.z < b.z : a.y < b.y;
  });
  std::int64_t place = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    numbers[indexOf(all[i].y, all[i].z)] = static_cast<int>(i);
    all[i].place = place;
    place += all[i].count;
  }
}

} // namespace stencilc::inline STENCILC_SPACE
