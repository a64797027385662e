/// \file The canonical form of linear updates, rule by rule (compiler/sema/canonical/Canonical.h).
#include "CanonicalTesting.h"
#include <gtest/gtest.h>

namespace stencilc {

using namespace ir;
using ir::sketches::canonicalText;
using ir::sketches::Sketch;

TEST(Canonical, SevenPointHeatGroupsAllButTheNewestPlane) {
  Sketch s({"x", "y", "z"});
  const ExprId d = s.param("d"), T = s.at({});
  const ExprId faces =
      s.sumAt({{0, 0, -1}, {0, -1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  s.update(s.add(T, s.mul(d, s.sub(faces, s.mul(s.number(6), T)))));
  EXPECT_EQ(canonicalText(s), R"(uniform d: f64 = d
uniform c0: f64 = 1 - 6 * d
stage 0: T
  %0: f64 = add T[z-1], T[y-1]
  %1: f64 = add %0, T[x-1]
  %2: f64 = add %1, T[x+1]
  %3: f64 = add %2, T[y+1]
  %4: f64 = multiply d, %3
  %5: f64 = fma c0, T, %4
  %6: f64 = fma d, T[z+1], %5
  T[t+1] = %6
)");
}

TEST(Canonical, OneAxisIsItsOwnSweepAxis) {
  Sketch s({"x"});
  s.update(
      s.add(s.mul(s.number(0.25), s.add(s.at({-1}), s.at({1}))), s.mul(s.number(0.5), s.at({}))));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = multiply 0.25, T[x-1]
  %1: f64 = fma 0.5, T, %0
  %2: f64 = fma 0.25, T[x+1], %1
  T[t+1] = %2
)");
}

TEST(Canonical, LikeTermsMergeAndZeroVanishes) {
  Sketch s({"x"});
  const ExprId T = s.at({}), west = s.at({-1});
  s.update(s.sub(s.add(s.add(T, west), s.mul(s.number(2), T)), west));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = multiply 3, T
  T[t+1] = %0
)");
}

TEST(Canonical, NothingLeftIsZero) {
  Sketch s({"x"});
  s.update(s.sub(s.at({}), s.at({})));
  EXPECT_EQ(canonicalText(s), "stage 0: T\n  T[t+1] = 0\n");
}

TEST(Canonical, TheConstantStartsTheSum) {
  Sketch s({"x"});
  s.update(s.add(s.add(s.mul(s.number(3), s.at({-1})), s.param("q")), s.number(1)));
  EXPECT_EQ(canonicalText(s), R"(uniform c0: f64 = 1 + q
stage 0: T
  %0: f64 = fma 3, T[x-1], c0
  T[t+1] = %0
)");
}

TEST(Canonical, UnitCoefficientsAddAndSubtract) {
  Sketch s({"x", "y"}, {"u", "v", "w"});
  s.update(s.sub(s.add(s.add(s.number(5), s.mul(s.number(2), s.at({-1, 0}))), s.at({}, 1)),
                 s.at({0, 1}, 2)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = fma 2, u[x-1], 5
  %1: f64 = add %0, v
  %2: f64 = subtract %1, w[y+1]
  u[t+1] = %2
)");
}

TEST(Canonical, AUnitTermStartsTheSumInPlaceOfAMultiplication) {
  Sketch s({"x", "y"}, {"u", "v"});
  s.update(s.add(s.mul(s.number(2), s.at({-1, 0})), s.at({}, 1)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = fma 2, u[x-1], v
  u[t+1] = %0
)");
}

TEST(Canonical, AGroupWithUnitCoefficientIsAddedAsItIs) {
  Sketch s({"x", "y"}, {"u", "v"});
  const ExprId three = s.mul(s.number(3), s.sumAt({{-2, 0}, {-1, 0}, {1, 0}}));
  s.update(s.sub(s.add(three, s.number(1)), s.sumAt({{-1, 0}, {1, 0}}, 1)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = add u[x-2], u[x-1]
  %1: f64 = add %0, u[x+1]
  %2: f64 = fma 3, %1, 1
  %3: f64 = add v[x-1], v[x+1]
  %4: f64 = subtract %2, %3
  u[t+1] = %4
)");
}

TEST(Canonical, ANegatedTermStartsWhereNoOtherDoes) {
  Sketch s({"x"}, {"p"});
  s.program.fields[FieldId{0}].levels = 2;
  s.update(s.sub(s.mul(s.number(2), s.at({})), s.at({}, 0, -1)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: p
  %0: f64 = negate p[t-1]
  %1: f64 = fma 2, p, %0
  p[t+1] = %1
)");
}

TEST(Canonical, ADifferenceIsOneSubtraction) {
  Sketch s({"x"});
  // T[x+1] is the newest plane; the group of the two west cells comes before it.
  s.update(s.sub(s.sub(s.at({1}), s.at({-1})), s.at({})));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = negate T[x-1]
  %1: f64 = subtract %0, T
  %2: f64 = add %1, T[x+1]
  T[t+1] = %2
)");
  Sketch u({"x"});
  u.update(u.sub(u.at({1}), u.at({-1})));
  EXPECT_EQ(canonicalText(u), R"(stage 0: T
  %0: f64 = subtract T[x+1], T[x-1]
  T[t+1] = %0
)");
}

TEST(Canonical, OppositeSignsShareAGroup) {
  Sketch s({"x", "y"});
  s.update(s.mul(s.param("k"), s.sub(s.at({1, 0}), s.at({-1, 0}))));
  EXPECT_EQ(canonicalText(s), R"(uniform c0: f64 = -k
stage 0: T
  %0: f64 = subtract T[x-1], T[x+1]
  %1: f64 = multiply c0, %0
  T[t+1] = %1
)");
}

TEST(Canonical, LargerGroupsComeFirst) {
  Sketch s({"x", "y"});
  const ExprId pair = s.add(s.at({-3, 0}), s.at({-2, 0}));
  const ExprId three = s.sumAt({{1, 0}, {2, 0}, {3, 0}});
  s.update(s.add(s.mul(s.number(2), pair), s.mul(s.number(3), three)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = add T[x+1], T[x+2]
  %1: f64 = add %0, T[x+3]
  %2: f64 = multiply 3, %1
  %3: f64 = add T[x-3], T[x-2]
  %4: f64 = fma 2, %3, %2
  T[t+1] = %4
)");
}

TEST(Canonical, TheNewestPlaneGroupsItsOwnTerms) {
  Sketch s({"x", "y"});
  s.update(s.mul(s.number(0.125), s.sumAt({{-1, 0}, {1, 0}, {-1, 1}, {1, 1}})));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = add T[x-1], T[x+1]
  %1: f64 = multiply 0.125, %0
  %2: f64 = add T[x-1, y+1], T[x+1, y+1]
  %3: f64 = fma 0.125, %2, %1
  T[t+1] = %3
)");
}

TEST(Canonical, LongReachKeepsGroupsInsidePlanes) {
  Sketch s({"x", "y"});
  s.update(s.mul(s.number(0.5), s.sumAt({{0, -2}, {-1, 0}, {0, 0}, {1, 0}, {0, 2}})));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = multiply 0.5, T[y-2]
  %1: f64 = add T[x-1], T
  %2: f64 = add %1, T[x+1]
  %3: f64 = fma 0.5, %2, %0
  %4: f64 = fma 0.5, T[y+2], %3
  T[t+1] = %4
)");
}

TEST(Canonical, ProductsEnterByFma) {
  Sketch s({"x"}, {"u", "v"});
  const ExprId u = s.at({}), v = s.at({}, 1);
  s.update(s.add(s.sub(u, s.mul(s.mul(u, v), v)), s.mul(u, v)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = multiply u, v
  %1: f64 = negate %0
  %2: f64 = fma %1, v, u
  %3: f64 = fma u, v, %2
  u[t+1] = %3
)");
}

TEST(Canonical, ProductsWithACoefficientShareItAndEnterTheirGroupByFma) {
  Sketch s({"x"}, {"u", "v"});
  const ExprId u = s.at({}), v = s.at({}, 1);
  s.update(s.mul(s.param("k"), s.sub(s.mul(u, v), s.mul(v, v))));
  EXPECT_EQ(canonicalText(s), R"(uniform k: f64 = k
stage 0: u
  %0: f64 = multiply u, v
  %1: f64 = negate v
  %2: f64 = fma %1, v, %0
  %3: f64 = multiply k, %2
  u[t+1] = %3
)");
}

TEST(Canonical, PartsOfNonLinearOperationsAreCanonicalToo) {
  Sketch s({"x"}, {"u", "k"});
  const ExprId u = s.at({});
  const ExprId lap = s.sub(s.add(s.at({-1}), s.at({1})), s.mul(s.number(2), u));
  s.program.exprNames[lap] = "lap";
  s.update(s.add(u, s.mul(s.at({}, 1), lap)));
  // k * lap reads the newest plane.
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = fma -2, u, u[x-1]
  %lap: f64 = add %0, u[x+1]
  %2: f64 = fma k, %lap, u
  u[t+1] = %2
)");
}

TEST(Canonical, AFactorThatCancelsToAUniformIsOne) {
  Sketch s({"x"}, {"u", "v"});
  const ExprId u = s.at({}), v = s.at({}, 1);
  s.update(s.add(s.mul(s.sub(s.add(u, s.number(3)), u), v), s.mul(s.number(2), v)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = multiply 5, v
  u[t+1] = %0
)");
}

TEST(Canonical, ReadsComeBeforeOtherAtomsOfTheirPlane) {
  Sketch s({"x"});
  const ExprId size = s.builder.unary(UnaryOp::Abs, s.at({}));
  s.update(s.add(s.mul(s.number(3), size), s.mul(s.number(2), s.at({}))));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = multiply 2, T
  %1: f64 = abs T
  %2: f64 = fma 3, %1, %0
  T[t+1] = %2
)");
}

TEST(Canonical, ProductsWithUnitCoefficientFormNoGroup) {
  Sketch s({"x"}, {"u", "v"});
  const ExprId u = s.at({}), v = s.at({}, 1);
  s.update(s.sub(s.add(s.number(5), s.mul(u, u)), s.mul(v, v)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = fma u, u, 5
  %1: f64 = negate v
  %2: f64 = fma %1, v, %0
  u[t+1] = %2
)");
}

TEST(Canonical, ALiteralFunctionIsAnOrdinaryNumber) {
  Sketch s({"x"});
  const ExprId two = s.compute(s.builder.unary(UnaryOp::Sqrt, s.number(4)));
  s.update(s.mul(s.sub(two, s.number(1)), s.at({})));
  EXPECT_EQ(canonicalText(s), "stage 0: T\n  T[t+1] = T\n");
}

TEST(Canonical, PositionsComeBeforeAllPlanes) {
  Sketch s({"x", "y"});
  const ExprId y = s.builder.position(1, ScalarType::F64);
  s.update(s.add(s.mul(s.number(2), s.at({0, -1})), s.mul(s.number(3), y)));
  EXPECT_EQ(canonicalText(s), R"(stage 0: T
  %0: f64 = multiply 3, y
  %1: f64 = fma 2, T[y-1], %0
  T[t+1] = %1
)");
}

TEST(Canonical, StorageIsReadConvertedAndTheResultRoundedOnce) {
  Sketch s({"x"}, {"T"}, ScalarType::F32, ScalarType::F64);
  s.update(s.add(s.mul(s.param("d"), s.at({-1})), s.at({})));
  EXPECT_EQ(canonicalText(s), R"(uniform d: f64 = d
stage 0: T
  %0: f64 = convert.f32 T[x-1]
  %1: f64 = multiply d, %0
  %2: f64 = convert.f32 T
  %3: f64 = add %1, %2
  %4: f32 = convert.f64 %3
  T[t+1] = %4
)");
}

TEST(Canonical, ConditionsAndFunctionsKeepTheirOrder) {
  Sketch s({"x"});
  const ExprId T = s.at({});
  const ExprId isHot = s.builder.binary(BinaryOp::Less, s.param("limit"), T);
  const ExprId root = s.builder.unary(UnaryOp::Sqrt, s.add(s.mul(T, T), s.number(1)));
  s.update(s.builder.select(isHot, root, s.builder.binary(BinaryOp::Divide, s.number(1), T)));
  EXPECT_EQ(canonicalText(s), R"(uniform limit: f64 = limit
stage 0: T
  %0: bool = less.f64 limit, T
  %1: f64 = fma T, T, 1
  %2: f64 = sqrt %1
  %3: f64 = divide 1, T
  %4: f64 = select %0, %2, %3
  T[t+1] = %4
)");
}

TEST(Canonical, StagesDoNotShareTheirOrder) {
  Sketch s({"x"}, {"u", "v"});
  const ExprId half = s.number(0.5), pair = s.add(s.mul(half, s.at({-1})), s.mul(half, s.at({})));
  const ExprId size = s.builder.unary(UnaryOp::Abs, pair);
  s.update(size, 0);
  s.update(s.add(size, s.at({1})), 1);
  // x is the newest plane of the first stage and x+1 that of the second.
  EXPECT_EQ(canonicalText(s), R"(stage 0: u
  %0: f64 = multiply 0.5, u[x-1]
  %1: f64 = fma 0.5, u, %0
  %2: f64 = abs %1
  u[t+1] = %2
stage 1: v
  %0: f64 = add u[x-1], u
  %1: f64 = multiply 0.5, %0
  %2: f64 = abs %1
  %3: f64 = add %2, u[x+1]
  v[t+1] = %3
)");
}

TEST(Canonical, WrittenArithmeticIsLeftAlone) {
  Sketch s({"x"});
  s.program.arithmetic = Arithmetic::Written;
  s.update(s.add(s.mul(s.number(2), s.at({1})), s.add(s.at({}), s.at({}))));
  const std::string before = ir::sketches::text(s.program);
  EXPECT_EQ(ir::sketches::text(sema::canonicalise(s.program)), before);
}

TEST(Canonical, TheSameDraftGivesTheSameText) {
  Sketch s({"x", "y"}, {"T"}, ScalarType::F32, ScalarType::F32);
  s.update(s.mul(s.param("k"), s.sumAt({{1, 0}, {-1, 0}, {0, 1}, {0, -1}})));
  const Program once = sema::canonicalise(s.program);
  EXPECT_EQ(ir::sketches::text(sema::canonicalise(s.program)), ir::sketches::text(once));
}

} // namespace stencilc
