/// \file Which products canonical arithmetic multiplies out: zeros in brackets stay zeros
/// (docs/reference/arithmetic.md, brackets).
#include "CanonicalTesting.h"
#include <gtest/gtest.h>

namespace stencilc {

using namespace ir;
using ir::sketches::canonicalText;
using ir::sketches::Sketch;

TEST(CanonicalBracket, ASumWithANumberIsNotMultipliedOut) {
  Sketch s({"x"});
  s.update(s.mul(s.sub(s.at({}), s.number(0.3)), s.number(1e20)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = subtract T, 0.3
  %1: f64 = multiply 1e+20, %0
  T[t+1] = %1
)");
}

TEST(CanonicalBracket, ASumWithAParameterIsNotMultipliedOut) {
  Sketch s({"x"});
  s.update(s.add(s.at({}), s.mul(s.param("k"), s.sub(s.param("T0"), s.at({})))));
  EXPECT_EQ(canonicalText(s), R"(uniform k: f64 = k
uniform T0: f64 = T0
stage 0: T
  %0: f64 = subtract T0, T
  %1: f64 = fma k, %0, T
  T[t+1] = %1
)");
}

TEST(CanonicalBracket, ANegatedSumIsABracketToo) {
  Sketch s({"x"});
  const ExprId away = s.builder.unary(UnaryOp::Negate, s.sub(s.at({}), s.number(3)));
  s.program.exprNames[away] = "away";
  s.update(s.add(s.mul(away, s.number(5)), s.div(away, s.number(4))));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = subtract T, 3
  %1: f64 = multiply -5.25, %0
  T[t+1] = %1
)");
}

TEST(CanonicalBracket, AFactorOfOneOpensIt) {
  Sketch s({"x"});
  s.update(s.sub(s.at({-1}), s.sub(s.at({}), s.number(3))));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = add 3, T[x-1]
  %1: f64 = subtract %0, T
  T[t+1] = %1
)");
}

TEST(CanonicalBracket, SumsOfReadsAreMultipliedOut) {
  Sketch s({"x"});
  s.update(s.add(s.at({}), s.mul(s.param("d"), s.sub(s.at({-1}), s.at({})))));
  EXPECT_EQ(canonicalText(s), R"(uniform d: f64 = d
uniform c0: f64 = 1 - d
stage 0: T
  %0: f64 = multiply d, T[x-1]
  %1: f64 = fma c0, T, %0
  T[t+1] = %1
)");
}

TEST(CanonicalBracket, ADifferenceOfPlanesIsMadeBeforeItIsMultiplied) {
  Sketch s({"x", "y"});
  s.update(s.mul(s.param("k"), s.sub(s.at({0, 1}), s.at({0, -1}))));
  EXPECT_EQ(canonicalText(s), R"(uniform c0: f64 = -k
stage 0: T
  %0: f64 = subtract T[y-1], T[y+1]
  %1: f64 = multiply c0, %0
  T[t+1] = %1
)");
}

TEST(CanonicalBracket, OperandsKeepTheirProducts) {
  Sketch s({"x"}, {"u", "v"});
  const ExprId slope = s.mul(s.param("k"), s.sub(s.at({1}), s.at({})));
  const ExprId other = s.mul(s.number(0.5), s.at({}, 1));
  s.update(s.builder.unary(UnaryOp::Abs, s.add(slope, other)));
  EXPECT_EQ(canonicalText(s), R"(uniform k: f64 = k
stage 0: u
  %0: f64 = multiply 0.5, v
  %1: f64 = subtract u[x+1], u
  %2: f64 = fma k, %1, %0
  %3: f64 = abs %2
  u[t+1] = %3
)");
}

TEST(CanonicalBracket, InOperandsTheConstantComesLast) {
  Sketch s({"x"}, {"u", "v"});
  const ExprId sum = s.sub(s.sumAt({{-1}, {1}}), s.number(3));
  s.update(s.mul(sum, s.at({}, 1)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = add u[x-1], u[x+1]
  %1: f64 = subtract %0, 3
  %2: f64 = multiply %1, v
  u[t+1] = %2
)");
}

TEST(CanonicalBracket, WhereASumStartsWithAProductTheConstantStaysFirst) {
  Sketch s({"x"}, {"u", "v"});
  const ExprId square = s.mul(s.at({}), s.at({}));
  s.update(s.builder.unary(UnaryOp::Sqrt, s.add(s.number(1), square)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = fma u, u, 1
  %1: f64 = sqrt %0
  u[t+1] = %1
)");
}

TEST(CanonicalBracket, AChoiceThatIsTheUpdateHandsOnUpdates) {
  Sketch s({"x"});
  const ExprId heat = s.add(s.at({}), s.mul(s.param("d"), s.sub(s.at({-1}), s.at({}))));
  const ExprId isWarm = s.builder.binary(BinaryOp::Greater, s.at({}), s.number(0));
  s.update(s.builder.select(isWarm, heat, s.at({})));
  EXPECT_EQ(canonicalText(s), R"(uniform d: f64 = d
uniform c0: f64 = 1 - d
stage 0: T
  %0: bool = greater.f64 T, 0
  %1: f64 = multiply d, T[x-1]
  %2: f64 = fma c0, T, %1
  %3: f64 = select %0, %2, T
  T[t+1] = %3
)");
}

} // namespace stencilc
