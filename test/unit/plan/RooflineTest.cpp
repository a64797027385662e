/// \file The bound of a program: bytes against bandwidth, operations against what the chip issues.
#include "plan/cost/Roofline.h"
#include "PlanTesting.h"
#include <gtest/gtest.h>

using namespace stencilc;
using namespace stencilc::test;
using plan::Roofline;

namespace {

TEST(RooflineTest, MemoryBindsASevenPointStencilOnAFastChip) {
  const Roofline roofline = plan::computeRoofline(heat3d(), cuda("sm_90"));
  EXPECT_DOUBLE_EQ(roofline.memory, 4.8e12 * 0.88 / 16);
  EXPECT_TRUE(roofline.memoryBinds());
  EXPECT_DOUBLE_EQ(roofline.bound(), roofline.memory);
}

TEST(RooflineTest, ArithmeticBindsWhereDoublesAreFew) {
  // Two double-precision units of 128 lanes, and a sum of 125 cells.
  const analysis::Facts box = factsOf(3, 2, Shape::Box, ScalarType::F64, {{512, 512, 512}});
  const Roofline roofline = plan::computeRoofline(box, cuda("sm_89"));
  EXPECT_DOUBLE_EQ(roofline.operations, 124);
  EXPECT_DOUBLE_EQ(roofline.arithmetic, 128 * 2.52e9 * 2 / 124);
  EXPECT_FALSE(roofline.memoryBinds());
  EXPECT_DOUBLE_EQ(roofline.bound(), roofline.arithmetic);
}

TEST(RooflineTest, SinglePrecisionHasHalfTheBytesAndAllLanes) {
  const Roofline f64 = plan::computeRoofline(heat3d(), cuda("sm_89")),
                 f32 = plan::computeRoofline(heat3d(ScalarType::F32), cuda("sm_89"));
  EXPECT_DOUBLE_EQ(f32.memory, 2 * f64.memory);
  EXPECT_DOUBLE_EQ(f32.arithmetic, 64 * f64.arithmetic);
}

TEST(RooflineTest, AChipMayHaveFewerSingleUnitsThanLanes) {
  const Roofline roofline = plan::computeRoofline(heat3d(ScalarType::F32), cuda("sm_80"));
  EXPECT_DOUBLE_EQ(roofline.operationRate, 108 * 1.41e9 * 64);
}

TEST(RooflineTest, ArithmeticOfCpusIsNotEstimated) {
  const Roofline roofline = plan::computeRoofline(heat3d(), cpu());
  EXPECT_EQ(roofline.arithmetic, 0);
  EXPECT_TRUE(roofline.memoryBinds());
}

} // namespace
