/// \file What is known of expressions from below, and what is not.
#include "analysis/LowerBound.h"
#include "Programs.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace stencilc;
using namespace stencilc::test;
using analysis::lowerBound;

namespace {

constexpr double kUnknown = -INFINITY;

TEST(LowerBound, SquaresAddToAConstant) {
  Draft d(1);
  const FieldId u = d.field("u");
  const ExprId a = d.sub(d.read(u), d.read(u, {{-1}})), b = d.sub(d.read(u), d.read(u, {{1}}));
  const ExprId sum = d.b.fma(b, b, d.b.fma(a, a, d.number(0.25)));
  EXPECT_EQ(lowerBound(d.program, sum), 0.25);
  EXPECT_EQ(lowerBound(d.program, d.add(sum, d.mul(a, a))), 0.25);
  EXPECT_EQ(lowerBound(d.program, d.b.fma(a, b, d.number(0.25))), kUnknown) << "no square";
  EXPECT_EQ(lowerBound(d.program, d.add(d.mul(a, a), d.number(-1))), kUnknown);
  EXPECT_EQ(lowerBound(d.program, d.sub(sum, d.number(1))), kUnknown);
}

TEST(LowerBound, ReadsAreUnknownAndRootsAreNot) {
  Draft d(1);
  const ExprId u = d.read(d.field("u"));
  EXPECT_EQ(lowerBound(d.program, u), kUnknown);
  EXPECT_EQ(lowerBound(d.program, d.b.unary(UnaryOp::Negate, d.number(1))), kUnknown);
  for (UnaryOp op : {UnaryOp::Sqrt, UnaryOp::Abs, UnaryOp::Exp})
    EXPECT_EQ(lowerBound(d.program, d.b.unary(op, u)), 0);
}

// max(a, b) is a > b ? a : b, which is b where a is NaN.
TEST(LowerBound, TheLargerOfTwoIsAtLeastWhatNaNCannotTakeAway) {
  Draft d(1);
  const ExprId u = d.read(d.field("u")), square = d.mul(u, u), two = d.number(2);
  const auto max = [&](ExprId a, ExprId b) { return d.b.binary(BinaryOp::Max, a, b); };
  EXPECT_EQ(lowerBound(d.program, max(u, two)), 2);
  EXPECT_EQ(lowerBound(d.program, max(two, u)), 2);
  EXPECT_EQ(lowerBound(d.program, max(d.add(square, two), u)), kUnknown);
  EXPECT_EQ(lowerBound(d.program, d.b.binary(BinaryOp::Min, two, square)), 0);
}

TEST(LowerBound, ConversionsRoundTheBound) {
  Draft d(1);
  const ExprId narrow = d.b.convert(d.number(0.1), ScalarType::F32);
  EXPECT_EQ(lowerBound(d.program, narrow), double(0.1f));
}

TEST(LowerBound, LongChainsTakeLittleTime) {
  Draft d(1);
  ExprId value = d.b.unary(UnaryOp::Abs, d.read(d.field("u")));
  for (int i = 0; i < 200; ++i) // each node used twice by the next
    value = d.add(d.mul(value, d.b.unary(UnaryOp::Abs, value)), value);
  EXPECT_EQ(lowerBound(d.program, value), 0);
}

} // namespace
