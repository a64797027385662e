/// \file Coefficients of the canonical form: their order, folding, division and names.
#include "IrTesting.h"
#include "ir/verifier/Verifier.h"
#include "sema/canonical/Canonical.h"
#include <gtest/gtest.h>

namespace stencilc {

using namespace ir;
using ir::sketches::Sketch;

/// The canonical program of `T[t+1] = coefficient * T`, in lines of text.
static std::string scaled(Sketch &s, ExprId coefficient) {
  s.update(s.mul(coefficient, s.at({})));
  const Program program = sema::canonicalise(s.program);
  EXPECT_EQ(verifyProgram(program), std::vector<std::string>());
  const std::string body = ir::sketches::bodyText(program);
  return body.substr(0, body.find("stage"));
}

TEST(CanonicalCoefficient, LiteralsFoldInF64AndAreRoundedOnce) {
  Sketch s({"x"}, {"T"}, ScalarType::F32, ScalarType::F32);
  const float once = static_cast<float>(0.1 + 0.6), early = 0.1f + 0.6f;
  ASSERT_NE(once, early);
  s.update(s.mul(s.add(s.number(0.1), s.number(0.6)), s.at({})));
  const std::string body = ir::sketches::bodyText(sema::canonicalise(s.program));
  EXPECT_NE(body.find("multiply " + numberText(once, ScalarType::F32) + ", T"), std::string::npos);
}

TEST(CanonicalCoefficient, FewFactorsComeFirstThenDeclaredOrder) {
  Sketch s({"x"});
  const ExprId b = s.param("b"), a = s.param("a");
  const ExprId value = s.sum({s.mul(a, b), s.mul(s.number(4), a), s.number(2), b});
  EXPECT_EQ(scaled(s, value), "uniform c0: f64 = 2 + b + 4 * a + b * a\n");
}

TEST(CanonicalCoefficient, SumsAreComputedBeforeTheyAreMultiplied) {
  Sketch s({"x"});
  const ExprId d = s.param("d"), one = s.number(1);
  EXPECT_EQ(scaled(s, s.sub(s.mul(s.add(one, d), s.sub(one, d)), one)),
            "uniform c0: f64 = -1 + (1 - d) * (1 + d)\n");
}

TEST(CanonicalCoefficient, QuotientsOfProductsCancel) {
  Sketch s({"x"});
  const ExprId a = s.param("a"), h = s.param("h");
  const ExprId value =
      s.div(s.div(s.mul(s.mul(s.number(6), a), h), s.mul(s.number(3), h)), s.mul(h, h));
  EXPECT_EQ(scaled(s, value), "uniform c0: f64 = 2 * a / (h * h)\n");
}

TEST(CanonicalCoefficient, DivisionByAUniformIsTheReciprocalInF64) {
  Sketch s({"x"}, {"T"}, ScalarType::F32, ScalarType::F32);
  s.update(s.div(s.div(s.at({}), s.param("h")), s.number(3)));
  EXPECT_EQ(
      ir::sketches::bodyText(sema::canonicalise(s.program)),
      "uniform c0: f32 = f32(0.3333333333333333 / h)\nstage 0: T\n  %0: f32 = multiply c0, T\n"
      "  T[t+1] = %0\n");
}

TEST(CanonicalCoefficient, ADivisorOfSeveralTermsIsOneAtom) {
  Sketch s({"x"});
  const ExprId d = s.param("d"), one = s.number(1);
  EXPECT_EQ(scaled(s, s.div(s.sub(one, d), s.add(d, one))),
            "uniform c0: f64 = (1 - d) / (1 + d)\n");
}

TEST(CanonicalCoefficient, FunctionsAreAtomsWithCanonicalArguments) {
  Sketch s({"x"});
  const ExprId d = s.param("d");
  const auto root = [&](ExprId value) { return s.builder.unary(UnaryOp::Sqrt, value); };
  const ExprId left = root(s.add(d, s.number(1))), right = root(s.add(s.number(1), d));
  EXPECT_EQ(scaled(s, s.add(left, right)), "uniform c0: f64 = 2 * sqrt(1 + d)\n");
}

TEST(CanonicalCoefficient, PowersAreFormedBySquaringBeforeTheyAreFactors) {
  Sketch s({"x"});
  const ExprId d = s.param("d"), h = s.param("h");
  const ExprId square = s.mul(d, d);
  EXPECT_EQ(scaled(s, s.div(s.mul(s.number(3), s.mul(square, square)), s.mul(h, s.mul(h, h)))),
            "uniform c0: f64 = 3 * (d * d * (d * d)) / (h * h * h)\n");
}

TEST(CanonicalCoefficient, HugePowersStaySmall) {
  Sketch s({"x"});
  ExprId value = s.param("d");
  for (int i = 0; i < 40; ++i) // d^(2^40)
    value = s.mul(value, value);
  s.update(s.mul(value, s.at({})));
  EXPECT_LT(sema::canonicalise(s.program).exprs.size(), 100u);
}

TEST(CanonicalCoefficient, SizesAreAtoms) {
  Sketch s({"x"});
  const ExprId n = s.builder.extent(0, ScalarType::F64);
  EXPECT_EQ(scaled(s, s.div(s.param("d"), n)), "uniform c0: f64 = d / nx\n");
}

TEST(CanonicalCoefficient, LongProductsAreNotMultipliedOut) {
  Sketch s({"x"});
  std::vector<ExprId> terms;
  for (const char *name : {"a", "b", "c", "d", "e", "f", "g", "h", "i"})
    terms.push_back(s.param(name));
  const ExprId nine = s.sum(terms);
  EXPECT_EQ(scaled(s, s.mul(nine, nine)), "uniform c0: f64 = (a + b + c + d + e + f + g + h + i) * "
                                          "(a + b + c + d + e + f + g + h + i)\n");
}

TEST(CanonicalCoefficient, TakesTheNameOfItsParameterOrLet) {
  Sketch s({"x"});
  const ExprId courant = s.div(s.param("dt"), s.param("h"));
  s.program.exprNames[courant] = "courant";
  s.update(s.add(s.mul(courant, s.at({-1})),
                 s.add(s.mul(s.param("dt"), s.at({})), s.mul(s.mul(courant, courant), s.at({1})))));
  const std::string body = ir::sketches::bodyText(sema::canonicalise(s.program));
  EXPECT_EQ(body.substr(0, body.find("stage")), R"(uniform courant: f64 = dt / h
uniform dt: f64 = dt
uniform c0: f64 = dt * dt / (h * h)
)");
}

TEST(CanonicalCoefficient, OneParameterInTwoTypesIsTwoUniforms) {
  Sketch s({"x"}, {"T", "U"}, ScalarType::F32, ScalarType::F32);
  s.program.fields[FieldId{1}].boundary[0][0] = {
      BoundaryKind::Fixed,
      s.builder.convert(s.builder.uniform(s.builder.param(s.program.params.add({"q", 1, {}, 0})),
                                          ScalarType::F64),
                        ScalarType::F32)};
  s.update(s.mul(s.param("q"), s.at({})));
  const std::string body = ir::sketches::bodyText(sema::canonicalise(s.program));
  EXPECT_EQ(body.substr(0, body.find("stage")),
            "uniform q: f64 = q\nuniform q_f32: f32 = f32(q)\n");
}

} // namespace stencilc
