/// \file Rows of a trace on their way from the device: none is lost or out of order, however many
/// there are when somebody asks; the cells that receivers read, in rows.
#include "runtime/parts/points/TraceRows.h"
#include "runtime/parts/points/ReceivedRows.h"
#include <gtest/gtest.h>
#include <numeric>

namespace stencilc::trace_rows_test {
namespace {

std::vector<double> numbersOf(const Trace &trace) {
  std::vector<double> numbers(static_cast<std::size_t>(trace.size()));
  EXPECT_EQ(trace.copyTo(numbers.data()), numbers.data() + numbers.size());
  return numbers;
}

/// `count` rows from `first` on; row i has the numbers 3i, 3i + 1 and 3i + 2.
void write(TraceRows &rows, Trace &trace, int first, int count) {
  for (int i = first; i < first + count; ++i) {
    double *row = nullptr;
    ASSERT_TRUE(rows.next(nullptr, trace, row).ok());
    std::iota(row, row + 3, 3.0 * i);
  }
}

/// The numbers of so many rows, and of seven more after somebody has asked.
std::vector<double> arrived(ExecutionSpace world, int count) {
  Trace trace;
  TraceRows rows(*deviceFor(world), Scalar::F32, 3);
  bool isGood = rows.allocate().ok();
  write(rows, trace, 0, count);
  isGood &= rows.isEmpty() == (count == 0) && rows.collect(nullptr, trace).ok() && rows.isEmpty();
  write(rows, trace, count, 7);
  isGood &= rows.collect(nullptr, trace).ok();
  EXPECT_TRUE(isGood);
  return numbersOf(trace);
}

TEST(TraceRows, allRowsInTheirOrder) {
  for (const ExecutionSpace world : {ExecutionSpace::Cpu, ExecutionSpace::CpuDevice})
    for (const int count : {0, 1, 2, 3, 4, 5, 63, 64, 65, 200}) {
      std::vector<double> all(3 * (static_cast<std::size_t>(count) + 7));
      std::iota(all.begin(), all.end(), 0.0);
      EXPECT_EQ(arrived(world, count), all) << count << " rows";
    }
}

/// What becomes of a number of a field.
std::vector<double> rounded(Scalar scalar, double number) {
  Trace trace;
  TraceRows rows(*deviceFor(ExecutionSpace::Cpu), scalar, 1);
  double *row = nullptr;
  if (rows.allocate().ok() && rows.next(nullptr, trace, row).ok())
    *row = number;
  EXPECT_TRUE(rows.collect(nullptr, trace).ok());
  return numbersOf(trace);
}

TEST(TraceRows, numbersAreRoundedToTheField) {
  EXPECT_EQ(rounded(Scalar::F32, 0.1), std::vector{static_cast<double>(0.1f)});
  EXPECT_EQ(rounded(Scalar::F64, 0.1), std::vector{0.1});
  EXPECT_EQ(rounded(Scalar::U8, 0.1), std::vector{0.0});
}

TEST(TraceRows, whatIsForgottenDoesNotArrive) {
  Trace trace;
  TraceRows rows(*deviceFor(ExecutionSpace::CpuDevice), Scalar::F64, 3);
  ASSERT_TRUE(rows.allocate().ok());
  write(rows, trace, 0, 5);
  rows.clear();
  trace.clear();
  write(rows, trace, 1, 1);
  ASSERT_TRUE(rows.collect(nullptr, trace).ok());
  EXPECT_EQ(numbersOf(trace), (std::vector<double>{3, 4, 5}));
}

TEST(ReceivedRows, placesByPlanesAndRowsFromTheFirstCellToTheLast) {
  const PointCells line = {{{5, 2, 1, 1}, {7, 2, 1, 1}}, {{3, 0, 1, 1}}},
                   one = {{{6, 3, 0, 1}}, {}};
  const ReceivedRows rows({9, 4, 2}, {&line, &one});
  EXPECT_EQ(rows.count(), 1 + 1 + 3);
  ASSERT_EQ(rows.rows().size(), 3u);
  EXPECT_EQ(rows.placeOf({6, 3, 0, 1}), 0);
  EXPECT_EQ(rows.placeOf({3, 0, 1, 1}), 1);
  EXPECT_EQ(rows.placeOf({5, 2, 1, 1}), 2);
  EXPECT_EQ(rows.placeOf({7, 2, 1, 1}), 4);
  EXPECT_EQ(ReceivedRows({9, 4, 2}, {}).count(), 0);
}

} // namespace
} // namespace stencilc::trace_rows_test
