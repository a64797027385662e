/// \file Points of sources and receivers: what the verifier asks of them, and what they weigh.
#include "IrTesting.h"
#include "ir/interpreter/InterpreterPoints.h"
#include "ir/verifier/Verifier.h"
#include <cmath>
#include <gtest/gtest.h>

namespace stencilc::ir {

using sketches::Sketch;

static constexpr FieldId U{0}, V{1};

/// A program whose points `change` may damage: one of `u`, at (2.25, 3).
static Program withPoints(const std::function<void(PointsDecl &)> &change) {
  Sketch s({"x", "y"}, {"u", "v"});
  s.update(s.at({-1, 0}));
  Program program = s.program;
  Builder builder(program);
  const ExprId one = builder.constant(1, ScalarType::F64);
  const ExprId x = builder.constant(2.25, ScalarType::F64);
  const ExprId y = builder.constant(3, ScalarType::F64);
  PointsDecl points;
  points.name = "a";
  points.field = U;
  points.along[0] = {x, x, one};
  points.along[1] = {y, y, one};
  change(points);
  program.points.add(std::move(points));
  return program;
}

static bool isSound(const std::function<void(PointsDecl &)> &change) {
  return verifyProgram(withPoints(change)).empty();
}

TEST(Points, AreOfAFieldAndHavePlacesOrAFile) {
  EXPECT_TRUE(isSound([](PointsDecl &) {}));
  EXPECT_TRUE(isSound([](PointsDecl &p) { p.every = 3; }));
  EXPECT_FALSE(isSound([](PointsDecl &p) { p.field = FieldId{7}; }));
  EXPECT_FALSE(isSound([](PointsDecl &p) { p.file = "a.npy"; }));
  EXPECT_TRUE(isSound([](PointsDecl &p) {
    p.file = "a.npy";
    p.along = {};
  }));
  EXPECT_FALSE(isSound([](PointsDecl &p) { p.along[1] = {}; }));
  EXPECT_FALSE(isSound([](PointsDecl &p) { p.sinc = 1; }));
  EXPECT_FALSE(isSound([](PointsDecl &p) { p.sinc = 11; }));
  EXPECT_TRUE(isSound([](PointsDecl &p) { p.sinc = 10; }));
}

TEST(Points, OfASourceBelongToTheUpdateOfTheirField) {
  const auto weighed = [](FieldId field, std::int64_t every) {
    Program program = withPoints([&](PointsDecl &p) {
      p.field = field;
      p.every = every;
    });
    Builder builder(program);
    program.stages[StageId{0}].value = builder.pointWeight(PointsId{0});
    return verifyProgram(program).empty();
  };
  EXPECT_TRUE(weighed(U, 0));
  EXPECT_FALSE(weighed(V, 0));
  EXPECT_FALSE(weighed(U, 1)); // a receiver weighs nothing in an update
}

static std::vector<CellWeight> cellsOf(int sinc, const Extents &extents) {
  const Program program = withPoints([&](PointsDecl &p) { p.sinc = sinc; });
  return weightsOf(program, PointsId{0}, defaultSetup(program, extents)).front();
}

TEST(Points, BetweenCellsWeighLinearly) {
  const std::vector<CellWeight> cells = cellsOf(0, {{9, 9, 1}});
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(cells[0].cell, (Cell{2, 3, 0}));
  EXPECT_EQ(cells[0].weight, 0.75);
  EXPECT_EQ(cells[1].cell, (Cell{3, 3, 0}));
  EXPECT_EQ(cells[1].weight, 0.25);
}

TEST(Points, OfASincReachFartherAndLeaveOutWhatIsBeyondTheGrid) {
  const std::vector<CellWeight> cells = cellsOf(4, {{30, 9, 1}});
  ASSERT_EQ(cells.size(), 7u); // of cells -1 to 6
  double sum = 0;
  for (const CellWeight &cell : cells)
    sum += cell.weight;
  EXPECT_NEAR(sum, 1, 0.02);
  // sinc(1/4) with Kaiser's window for four cells.
  EXPECT_NEAR(cells[2].weight, std::sin(M_PI / 4) / (M_PI / 4) * 0.9929, 1e-3);
  EXPECT_EQ(cellsOf(4, {{5, 9, 1}}).size(), 5u);
}

TEST(Points, OutsideOfTheGridAreNamed) {
  const Program program = withPoints([](PointsDecl &) {});
  EXPECT_FALSE(misplaced(program, defaultSetup(program, {{4, 4, 1}})));
  const auto wrong = misplaced(program, defaultSetup(program, {{2, 4, 1}}));
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->axis, 0);
  EXPECT_EQ(wrong->missing, 2);
}

} // namespace stencilc::ir
