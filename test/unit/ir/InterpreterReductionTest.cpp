/// \file Reductions in the interpreter: the order, by sums in which every order gives another
/// number, and what becomes of NaN, infinities, zeros and cells that take no part.
#include "IrTesting.h"
#include "ir/interpreter/Interpreter.h"
#include "ir/interpreter/InterpreterReductions.h"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>
#include <limits>
#include <map>

using namespace stencilc;
using namespace stencilc::ir;
using namespace stencilc::ir::sketches;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
/// Adding 1 to it is lost, adding 2 is not; taking it away again leaves what was lost or not.
constexpr double kBig = 0x1p53;

using Values = std::map<std::int64_t, double>;

/// All cells 0 but for `values`, by index.
double reduced(ReductionKind kind, const Extents &extents, const Values &values, double rest = 0) {
  std::vector<std::optional<double>> cells(
      static_cast<std::size_t>(extents[0] * extents[1] * extents[2]), rest);
  for (const auto &[index, value] : values)
    cells[static_cast<std::size_t>(index)] = value;
  return reduceCells(kind, extents, cells);
}
double sumOfRow(std::int64_t cells, const Values &values) {
  return reduced(ReductionKind::Sum, {{cells, 1, 1}}, values);
}

TEST(InterpreterReduction, neighboursAreJoinedBeforePairs) {
  // (big + 1) + (-big + 1) = big + (-big + 1): the first 1 is lost, -big + 1 is exact.
  EXPECT_EQ(sumOfRow(4, {{0, kBig}, {1, 1}, {2, -kBig}, {3, 1}}), 1);
  // From left to right it would be 1 as well; this tells them apart: (big + 1) + (1 - big).
  EXPECT_EQ(sumOfRow(4, {{0, kBig}, {1, 1}, {2, 1}, {3, -kBig}}), 1);
  // From left to right: ((big + 1) + 1) - big = 0.
  EXPECT_EQ(((kBig + 1) + 1) - kBig, 0);
  // 0 with 1 and 2 with 3, but not 1 with 2: (big + 0) + (1 + 1) = big + 2.
  EXPECT_EQ(sumOfRow(4, {{0, kBig}, {2, 1}, {3, 1}}), kBig + 2);
  EXPECT_EQ(sumOfRow(4, {{0, kBig}, {1, 1}, {2, 1}}), kBig);
}

TEST(InterpreterReduction, anAccumulatorTakesEvery128th) {
  // Cells 0 and 128 share one, so big is gone before cell 1 is added.
  EXPECT_EQ(sumOfRow(256, {{0, kBig}, {1, 1}, {128, -kBig}}), 1);
  EXPECT_EQ(sumOfRow(256, {{0, kBig}, {1, 1}, {127, -kBig}}), 0);
  EXPECT_EQ(sumOfRow(256, {{0, kBig}, {1, 1}, {129, -kBig}}), 1 - kBig + kBig);
  // In the accumulator from the left: (big + 1) + 1 is big, 1 + 1 + big is not.
  EXPECT_EQ(sumOfRow(1024, {{0, kBig}, {128, 1}, {256, 1}}), kBig);
  EXPECT_EQ(sumOfRow(1024, {{0, 1}, {128, 1}, {256, kBig}}), kBig + 2);
}

TEST(InterpreterReduction, aSegmentEndsAfter1024) {
  EXPECT_EQ(sumOfRow(1030, {{0, kBig}, {1, 1}, {1023, -kBig}}), 0); // accumulators 0, 1 and 127
  EXPECT_EQ(sumOfRow(1030, {{0, kBig}, {1, 1}, {896, -kBig}}), 1);  // 0 again
  EXPECT_EQ(sumOfRow(1030, {{0, kBig}, {1, 1}, {1024, -kBig}}), 0); // 0 of the next segment
  // 1025 segments are a list of two segments: the second holds the last alone.
  const std::int64_t many = 1024 * 1024 + 1;
  EXPECT_EQ(sumOfRow(many, {{0, kBig}, {1024, 1}, {1024 * 1024, 1}}), kBig);
  EXPECT_EQ(sumOfRow(many, {{0, kBig}, {1024, 1}, {1024 * 128, -kBig}}), 1);
}

TEST(InterpreterReduction, rowsThenPlanesThenTheGrid) {
  const auto sum = [](const Values &values) {
    return reduced(ReductionKind::Sum, {{2, 2, 2}}, values);
  };
  EXPECT_EQ(sum({{0, kBig}, {1, 1}, {2, 1}, {3, -kBig}}), 1); // ((big + 1) + (1 - big))
  EXPECT_EQ(sum({{0, kBig}, {2, 1}, {4, 1}}), kBig);          // plane (big + 1), plane 1
  EXPECT_EQ(sum({{0, kBig}, {4, 1}, {6, 1}}), kBig + 2);      // plane big, plane (1 + 1)
}

TEST(InterpreterReduction, whatEachKindGives) {
  const Extents extents{{3, 2, 1}};
  const Values values = {{0, 3}, {1, -4}, {4, 12}};
  EXPECT_EQ(reduced(ReductionKind::Max, extents, values), 12);
  EXPECT_EQ(reduced(ReductionKind::Min, extents, values), -4);
  EXPECT_EQ(reduced(ReductionKind::Sum, extents, values), 11);
  EXPECT_EQ(reduced(ReductionKind::Norm, extents, values), 13);
  // A square enters by one rounding; squaring first would give another number.
  const double a = 1 + 3 * 0x1p-27, b = 1.875;
  EXPECT_EQ(reduced(ReductionKind::Norm, {{129, 1, 1}}, {{0, b}, {128, a}}), 0x1.100000169696ap+1);
  EXPECT_EQ(std::sqrt(a * a + b * b), 0x1.1000001696969p+1);
}

TEST(InterpreterReduction, oneNanAndNoNegativeZero) {
  const Extents extents{{200, 2, 1}};
  for (ReductionKind kind :
       {ReductionKind::Max, ReductionKind::Min, ReductionKind::Sum, ReductionKind::Norm}) {
    for (std::int64_t place : {0, 1, 150, 399})
      EXPECT_EQ(std::bit_cast<std::uint64_t>(reduced(kind, extents, {{place, -kNan}}, 5)),
                0x7ff8000000000000u);
    EXPECT_FALSE(std::signbit(reduced(kind, extents, {}, -0.0)));
    EXPECT_FALSE(std::signbit(reduced(kind, extents, {{7, 0.0}}, -0.0)));
  }
  EXPECT_EQ(reduced(ReductionKind::Max, extents, {{3, -kInfinity}}, -2), -2);
  EXPECT_EQ(reduced(ReductionKind::Sum, extents, {{3, kInfinity}}), kInfinity);
  EXPECT_TRUE(std::isnan(reduced(ReductionKind::Sum, extents, {{3, kInfinity}, {9, -kInfinity}})));
  EXPECT_EQ(reduced(ReductionKind::Norm, extents, {{3, -kInfinity}}), kInfinity);
}

TEST(InterpreterReduction, cellsThatTakeNoPart) {
  const std::vector<std::optional<double>> none(6), some = {std::nullopt, 4, std::nullopt, -3};
  EXPECT_EQ(reduceCells(ReductionKind::Max, {{3, 2, 1}}, none), -kInfinity);
  EXPECT_EQ(reduceCells(ReductionKind::Min, {{3, 2, 1}}, none), kInfinity);
  EXPECT_EQ(reduceCells(ReductionKind::Sum, {{3, 2, 1}}, none), 0);
  EXPECT_EQ(reduceCells(ReductionKind::Norm, {{3, 2, 1}}, none), 0);
  EXPECT_EQ(reduceCells(ReductionKind::Min, {{2, 2, 1}}, some), -3);
  EXPECT_EQ(reduceCells(ReductionKind::Sum, {{2, 2, 1}}, some), 1);
  EXPECT_EQ(reduceCells(ReductionKind::Norm, {{2, 2, 1}}, some), 5);
}

/// u[t+1] = u / 2 from 8, in a row of three cells, with reports and rules to come.
Sketch halving() {
  Sketch sketch({"x"}, {"u"});
  sketch.program.fields[FieldId{0}].init = sketch.builder.constant(8, ScalarType::F64);
  sketch.update(sketch.mul(sketch.number(0.5), sketch.at({})));
  return sketch;
}
ExprId reduction(Sketch &sketch, ReductionKind kind, ExprId value, Reach leftOut = {}) {
  return sketch.builder.reduced(sketch.program.reductions.add({kind, value, leftOut}));
}

TEST(InterpreterReduction, reportsSeeBothLevelsAndRulesEndTheRun) {
  Sketch s = halving();
  const ExprId before = s.at({}, 0, 0), after = s.at({}, 0, 1);
  const ExprId change = reduction(s, ReductionKind::Max, s.sub(before, after));
  const ExprId sum = reduction(s, ReductionKind::Sum, after);
  s.program.reports = {{"change", change, 2, 0, ""}, {"sum", sum, 3, 0, ""}};
  const ExprId half = s.builder.constant(0.5, ScalarType::F64);
  s.program.rules = {{s.builder.binary(BinaryOp::Less, change, half), 2, 0, ""}};

  const RunSetup setup = defaultSetup(s.program, {{3, 1, 1}});
  State state = initialState(s.program, setup);
  const RunResult result = interpretRun(s.program, setup, state, 100);
  // 8, 4, 2, 1, 0.5, 0.25: the changes are 4, 2, 1, 0.5, 0.25 and 0.125.
  EXPECT_EQ(result.steps, 6);
  ASSERT_TRUE(result.rule.has_value());
  EXPECT_EQ(*result.rule, 0u);
  EXPECT_EQ(state.fields[0][0].at(0), 0.125);
  const std::vector<std::tuple<std::int64_t, std::size_t, double>> wanted = {
      {2, 0, 2}, {3, 1, 3}, {4, 0, 0.5}, {6, 0, 0.125}, {6, 1, 0.375}};
  ASSERT_EQ(result.reports.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_EQ(std::tuple(result.reports[i].step, result.reports[i].report, result.reports[i].value),
              wanted[i]);
}

TEST(InterpreterReduction, rimCellsAreLeftOut) {
  Sketch s = halving();
  s.program.fields[FieldId{0}].init = s.builder.position(0, ScalarType::F64);
  Reach leftOut;
  leftOut.low[0] = 2;
  leftOut.high[0] = 1;
  const ExprId sum = reduction(s, ReductionKind::Sum, s.at({}, 0, 0), leftOut);
  s.program.reports = {{"sum", sum, 1, 0, ""}};
  const RunSetup setup = defaultSetup(s.program, {{6, 1, 1}});
  State state = initialState(s.program, setup);
  const RunResult result = interpretRun(s.program, setup, state, 1);
  ASSERT_EQ(result.reports.size(), 1u);
  EXPECT_EQ(result.reports[0].value, 2 + 3 + 4);
  EXPECT_FALSE(result.rule);
}

} // namespace
