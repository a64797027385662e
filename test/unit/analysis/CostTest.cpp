/// \file Operations and bytes of hand-counted updates.
#include "analysis/Cost.h"
#include "Programs.h"
#include "analysis/Temporaries.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;

static analysis::Cost costOf(const Draft &d) {
  return analysis::computeCost(d.program, analysis::computeDependence(d.program));
}

TEST(Cost, SharedNodesCountOnce) {
  Draft d(1);
  const FieldId u = d.field("u");
  const ExprId sum = d.add(d.read(u, {{-1}}), d.read(u, {{1}}));
  d.stage(u, d.b.fma(sum, sum, d.mul(sum, d.read(u))));
  const analysis::Cost cost = costOf(d);
  EXPECT_EQ(cost.operations.add, 1);
  EXPECT_EQ(cost.operations.multiply, 1);
  EXPECT_EQ(cost.operations.fma, 1);
  EXPECT_EQ(cost.operations.flops(), 4);
  EXPECT_EQ(cost.bytesRead, 8);
  EXPECT_EQ(cost.bytesWritten, 8);
  EXPECT_EQ(cost.intensity(), 0.25);
}

TEST(Cost, EveryKindOfOperation) {
  Draft d(1);
  const FieldId u = d.field("u");
  ExprId value = d.b.unary(UnaryOp::Sqrt, d.read(u));                            // sqrt
  value = d.b.binary(BinaryOp::Divide, d.number(1), value);                      // divide
  value = d.b.unary(UnaryOp::Exp, d.b.unary(UnaryOp::Negate, value));            // special, free
  value = d.b.binary(BinaryOp::Power, value, d.number(0.5));                     // special
  value = d.b.binary(BinaryOp::Min, value, d.b.position(0, ScalarType::F64));    // compare, convert
  const ExprId positive = d.b.binary(BinaryOp::Less, d.number(0), value);        // compare
  value = d.b.select(positive, value, d.b.unary(UnaryOp::Abs, value));           // compare, free
  value = d.b.unary(UnaryOp::Floor, d.sub(value, d.number(1)));                  // convert, add
  d.stage(u, d.b.convert(d.b.convert(value, ScalarType::F32), ScalarType::F64)); // 2 converts
  const analysis::Operations o = costOf(d).operations;
  EXPECT_EQ(o.sqrt, 1);
  EXPECT_EQ(o.divide, 1);
  EXPECT_EQ(o.special, 2);
  EXPECT_EQ(o.compare, 3);
  EXPECT_EQ(o.convert, 4);
  EXPECT_EQ(o.add, 1);
  EXPECT_EQ(o.multiply, 0);
  EXPECT_EQ(o.flops(), 5);
}

TEST(Cost, TemporariesAreWhatWaitsAtOnce) {
  Draft d(1);
  const FieldId u = d.field("u");
  const ExprId a = d.read(u, {{-1}}), b = d.read(u), c = d.read(u, {{1}});
  // A chain holds one value: each sum takes the place of the one before.
  const ExprId chain = d.add(d.add(d.add(a, b), c), b);
  EXPECT_EQ(analysis::temporariesOf(d.program, {chain}), 1);
  // Two products wait for one another; a value used twice waits for its second use.
  const ExprId shared = d.mul(a, b), other = d.mul(b, c);
  const ExprId sum = d.add(shared, other);
  EXPECT_EQ(analysis::temporariesOf(d.program, {sum}), 2);
  const ExprId condition = d.b.binary(BinaryOp::Less, a, b); // has a register of its own
  EXPECT_EQ(analysis::temporariesOf(d.program, {d.b.select(condition, d.mul(sum, shared), sum)}),
            2);
  EXPECT_EQ(analysis::temporariesOf(d.program, {a}), 0);
}

TEST(Cost, EachFieldLevelIsReadOnceInItsStorageType) {
  Draft d(1, ScalarType::F32);
  const FieldId u = d.field("u", BoundaryKind::Copy, 2), k = d.field("k");
  const ExprId now = d.sum(u, {{{-1}}, {{0}}, {{1}}});
  d.stage(u, d.add(now, d.add(d.read(u, {}, -1), d.read(k))));
  const analysis::Cost cost = costOf(d);
  EXPECT_EQ(cost.bytesRead, 12);
  EXPECT_EQ(cost.bytesWritten, 4);
}

TEST(Cost, ForwardedValuesCostNoMemory) {
  Draft d(1);
  const FieldId u = d.field("u"), v = d.field("v");
  d.stage(u, d.add(d.read(u), d.read(v)));
  d.stage(v, d.mul(d.read(u, {}, 1), d.read(v)));
  const analysis::Cost cost = costOf(d);
  ASSERT_EQ(cost.kernels.size(), 1u);
  EXPECT_EQ(cost.bytesRead, 16); // u and v at t, once for both stages
  EXPECT_EQ(cost.bytesWritten, 16);
}

TEST(Cost, KernelsAddUp) {
  Draft d(1);
  const FieldId u = d.field("u"), v = d.field("v");
  const ExprId twice = d.add(d.read(v), d.read(v));
  d.stage(u, twice);
  d.stage(v, d.mul(d.read(u, {{1}}, 1), twice));
  const analysis::Cost cost = costOf(d);
  ASSERT_EQ(cost.kernels.size(), 2u);
  EXPECT_EQ(cost.kernels[0].bytesRead, 8);
  EXPECT_EQ(cost.kernels[1].bytesRead, 16); // u at t+1 comes from memory
  EXPECT_EQ(cost.bytes(), 40);
  EXPECT_EQ(cost.operations.add, 2); // each kernel computes it
  EXPECT_EQ(cost.operations.multiply, 1);
}
