/// \file The order of rows of several steps at once: each row of each level once, after what it
/// reads, and before what overwrites that.
#include "stencilc/Skew.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <string>
#include <vector>

namespace stencilc {

namespace {

/// Rows that have been updated, by level, plane and row.
class Played {
public:
  explicit Played(const Skew &how)
      : how(how), level(static_cast<std::size_t>(how.planes) * how.rows, -1) {}

  /// What is wrong first; empty if all is well. `parts`: threads, which come one after the other,
  /// the last one first if `reversed`.
  std::string play(int parts, bool reversed) {
    const auto each = [this](int kernel, int step, int plane, int begin, int end) {
      for (int row = begin; row < end; ++row)
        update(step * how.kernels + kernel, plane, row);
    };
    const detail::SkewedOrder<decltype(each)> order(how, each);
    const int count = order.parts(parts);
    const int last = how.steps * how.kernels - 1;
    if (count == 0)
      for (int now = 0; now <= last; ++now)
        for (int plane = 0; plane < how.planes; ++plane)
          order.whole(now, plane);
    for (int part = 0; part < count; ++part)
      order.trapezoid(reversed ? count - 1 - part : part, count);
    const int wedges = count > 0 ? order.wedges(count) : 0;
    for (int wedge = 0; wedge < wedges; ++wedge)
      order.wedge((reversed ? wedges - 1 - wedge : wedge) + !how.lastIsPeriodic, count);
    for (const int reached : level)
      if (reached != last && wrong.empty())
        wrong = "a row ends at level " + std::to_string(reached);
    return wrong;
  }

private:
  /// A row goes up level by level; rows around it are at the one before, or at its own: one further
  /// and what this update reads would be overwritten.
  void update(int now, int plane, int row) {
    if (plane < 0 || plane >= how.planes || row < 0 || row >= how.rows) {
      wrong = "beyond the grid";
      return;
    }
    for (int dz = -how.reach; dz <= how.reach; ++dz)
      for (int dy = -how.reach; dy <= how.reach; ++dy) {
        const int *other = at(plane + dz, row + dy);
        const bool isOwn = dz == 0 && dy == 0;
        if (other && wrong.empty() && (*other < now - 1 || *other > (isOwn ? now - 1 : now)))
          wrong = "level " + std::to_string(now) + " of row " + std::to_string(row) + " in plane " +
                  std::to_string(plane) + " reads one at level " + std::to_string(*other);
      }
    *at(plane, row) = now;
  }
  int *at(int plane, int row) {
    if (how.lastIsPeriodic)
      plane = (plane + how.planes) % how.planes;
    if (how.rowsArePeriodic)
      row = (row + how.rows) % how.rows;
    if (plane < 0 || plane >= how.planes || row < 0 || row >= how.rows)
      return nullptr;
    return &level[static_cast<std::size_t>(plane) * how.rows + row];
  }

  const Skew how;
  std::vector<int> level; // that each row has
  std::string wrong;
};

TEST(Skew, EachRowOnceAfterWhatItReads) {
  for (const int steps : {1, 2, 3, 5})
    for (const int kernels : {1, 2})
      for (const int reach : {0, 1, 3})
        for (const int planes : {4, 9, 40})
          for (const int rows : {3, 14, 41})
            for (const int tile : {0, 1, 4, 13})
              for (const int round : {0, 1, 2, 3})
                for (const int parts : {1, 2, 3}) {
                  const Skew how{steps, kernels,          reach,           planes, rows,
                                 tile,  (round & 1) != 0, (round & 2) != 0};
                  for (const bool reversed : {false, true})
                    ASSERT_EQ(Played(how).play(parts, reversed), "")
                        << steps << " steps of " << kernels << " kernels that read " << reach
                        << " cells away, " << planes << " planes of " << rows << " rows, tiles of "
                        << tile << ", round " << round << ", " << parts << " threads";
                }
}

TEST(Skew, TheLastTileGrowsByALevelsReach) {
  const Skew how{3, 1, 1, 20, 20, 4, false, false};
  int wide = 0;
  const auto each = [&](int, int, int, int begin, int end) { wide = std::max(wide, end - begin); };
  detail::SkewedOrder<decltype(each)>(how, each).trapezoid(0, 1);
  EXPECT_EQ(wide, 4 + 2); // the last tile, at the last level
}

} // namespace
} // namespace stencilc
