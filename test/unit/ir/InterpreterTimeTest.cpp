/// \file Steps, series and what faces fix at a step, in the interpreter.
#include "Programs.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;
using Cells = std::vector<double>;

constexpr Extents kOne{{1, 1, 1}};

TEST(InterpreterTime, TheFirstStepIsNumberedZero) {
  Draft d(1);
  const FieldId u = d.field("u");
  d.stage(u, d.add(d.mul(d.number(10), d.read(u)), d.b.uniform(d.b.stepNumber(), d.type)));
  State state = stateOf(d, kOne, {{0}});
  const RunSetup setup = defaultSetup(d.program, kOne);
  for (double expected : {0, 1, 12, 123}) {
    interpretStep(d.program, setup, state);
    EXPECT_EQ(state.fields[0][0].cells, Cells{expected});
  }
  EXPECT_EQ(state.steps, 4);
}

TEST(InterpreterTime, ARunGoesOnFromTheStepOfItsState) {
  Draft d(1);
  const FieldId u = d.field("u");
  d.stage(u, d.b.uniform(d.b.stepNumber(), d.type));
  const ReductionId largest = d.program.reductions.add({ReductionKind::Max, d.read(u, {}, 1), {}});
  d.program.reports.push_back({"sum", d.add(d.b.reduced(largest), d.b.stepNumber()), 4});
  State state = stateOf(d, kOne, {{0}});
  state.steps = 6;
  const RunResult result = interpretRun(d.program, defaultSetup(d.program, kOne), state, 3);
  EXPECT_EQ(result.steps, 3);
  EXPECT_EQ(state.steps, 9);
  EXPECT_EQ(state.fields[0][0].cells, Cells{8});
  ASSERT_EQ(result.reports.size(), 1u); // after the eighth step, whose number is 7
  EXPECT_EQ(result.reports[0].step, 8);
  EXPECT_EQ(result.reports[0].value, 14);
}

TEST(InterpreterTime, ASeriesIsZeroBeyondItsEnds) {
  Draft d(1);
  const FieldId u = d.field("u");
  const SeriesId s = d.program.series.add({"s", "s.npy"});
  d.stage(u, d.add(d.mul(d.number(100), d.b.uniform(d.b.seriesValue(s, -1), d.type)),
                   d.b.uniform(d.b.seriesValue(s, 1), d.type)));
  State state = stateOf(d, kOne, {{0}});
  RunSetup setup = defaultSetup(d.program, kOne);
  setup.series = {{1, 2, 3}};
  for (double expected : {2, 103, 200, 300, 0}) {
    interpretStep(d.program, setup, state);
    EXPECT_EQ(state.fields[0][0].cells, Cells{expected});
  }
}

TEST(InterpreterTime, WhatAFaceFixesIsThatOfTheLevelRead) {
  Draft d(1);
  const FieldId u = d.field("u", BoundaryKind::Copy, 2), v = d.field("v", BoundaryKind::Copy);
  d.face(u, 0, Side::Low, BoundaryKind::Fixed, d.b.uniform(d.b.stepNumber(), d.type));
  d.stage(u, d.add(d.mul(d.number(10), d.read(u, {{-1}})), d.read(u, {{-1}}, -1)));
  d.stage(v, d.read(u, {{-1}}, 1));
  State state = stateOf(d, kOne, {{0}, {0}});
  state.steps = 5;
  interpretStep(d.program, defaultSetup(d.program, kOne), state);
  EXPECT_EQ(state.fields[u.index][0].cells, Cells{54}); // step 5 at t, 4 at t-1
  EXPECT_EQ(state.fields[v.index][0].cells, Cells{6});  // 6 at t+1
}

TEST(InterpreterTime, UniformsOfAStepAreMarked) {
  Draft d(1);
  const FieldId u = d.field("u");
  const ExprId step = d.b.uniform(d.b.stepNumber(), d.type, "now");
  d.stage(u, d.mul(step, d.uniform(d.param("p", 2))));
  EXPECT_TRUE(d.program.uniforms[UniformId{0}].isOfStep);
  EXPECT_FALSE(d.program.uniforms[UniformId{1}].isOfStep);
}
