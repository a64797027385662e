/// \file The values that devices leave of a row come to the same segments, however the row is
/// divided.
#include "runtime/engines/slabs/run/RowValues.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "stencilc/Reduce.h"
#include <gtest/gtest.h>

namespace stencilc {
namespace {

double cellAt(Int64 cell) { return 1.0 / double(1 + cell * 31 % 97) - 0.3; }

/// What a device that has all of `pieces` leaves.
template <Reduce kind> std::vector<double> valuesOf(const RowPieces &pieces) {
  std::vector<double> values(static_cast<std::size_t>(pieces.values()));
  DeviceRun run(hostDevice(), nullptr, 1);
  reduceRowPieces<kind>(run.runtime(), pieces, values.data(),
                        [&]<int W>(int x, int, int, double (&cells)[1][W]) {
                          for (int i = 0; i < W; ++i)
                            cells[0][i] = cellAt(x - pieces.pad + i);
                        });
  return values;
}

template <Reduce kind> void expectSame(int cells, const std::vector<int> &ends) {
  const std::vector<double> expected = valuesOf<kind>({0, cells, cells, 0});
  std::vector<RowPieces> pieces;
  std::vector<double> values;
  int begin = 0;
  for (const int end : ends) {
    pieces.push_back({begin, end, cells, 5});
    const std::vector<double> its = valuesOf<kind>(pieces.back());
    EXPECT_LE(Int64(its.size()), RowPieces::most(end - begin));
    values.insert(values.end(), its.begin(), its.end());
    begin = end;
  }
  EXPECT_EQ(joinRowPieces(kind, pieces, values), expected) << cells << " cells";
}

TEST(RowValues, anyDivisionGivesTheSameSegments) {
  const std::vector<std::pair<int, std::vector<int>>> divisions = {
      {1, {1}},
      {300, {7, 8, 100, 300}},
      {1024, {1, 1023, 1024}},
      {2048, {1024, 2048}},
      {5000, {1500, 1501, 2048, 4097, 5000}},
      {5000, {1023, 3072, 4999, 5000}},
  };
  for (const auto &[cells, ends] : divisions) {
    expectSame<Reduce::Sum>(cells, ends);
    expectSame<Reduce::Norm>(cells, ends);
    expectSame<Reduce::Max>(cells, ends);
    expectSame<Reduce::Min>(cells, ends);
  }
}

TEST(RowValues, someNeighboursLeaveWhatOneDeviceWithTheirCellsLeaves) {
  const RowPieces first = {700, 1600, 5000, 0}, second = {1600, 3100, 5000, 0};
  std::vector<double> values = valuesOf<Reduce::Norm>(first);
  const std::vector<double> more = valuesOf<Reduce::Norm>(second);
  values.insert(values.end(), more.begin(), more.end());
  EXPECT_EQ(joinRowPieces(Reduce::Norm, {first, second}, values),
            valuesOf<Reduce::Norm>({700, 3100, 5000, 0}));
}

} // namespace
} // namespace stencilc
