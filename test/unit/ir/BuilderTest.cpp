/// \file The IR builder: sharing, types, uniforms; literal folding; compaction.
#include "IrTesting.h"
#include "ir/Fold.h"
#include "ir/Walk.h"
#include <cmath>
#include <gtest/gtest.h>

namespace stencilc::ir {

using sketches::Sketch;

TEST(Builder, EqualNodesAreOne) {
  Sketch s({"x"});
  const ExprId first = s.add(s.at({-1}), s.at({1}));
  const std::size_t size = s.program.exprs.size();
  EXPECT_EQ(s.add(s.at({-1}), s.at({1})), first);
  EXPECT_EQ(s.program.exprs.size(), size);
  EXPECT_NE(s.add(s.at({1}), s.at({-1})), first);
}

TEST(Builder, FindsNodesOfAnEarlierBuilder) {
  Sketch s({"x"});
  const ExprId read = s.at({-1});
  const ExprId half =
      s.builder.uniform(s.builder.param(s.program.params.add({"d", 1, {}, 0})), ScalarType::F64);
  Builder second(s.program);
  EXPECT_EQ(second.read(FieldId{0}, 0, {{-1}}), read);
  EXPECT_EQ(second.uniform(second.param(ParamId{0}), ScalarType::F64), half);
}

TEST(Builder, NodesDifferByTypeSignOfZeroFieldLevelAndOffset) {
  Sketch s({"x"}, {"u", "v"});
  Builder &b = s.builder;
  EXPECT_NE(b.constant(1, ScalarType::F32), b.constant(1, ScalarType::F64));
  EXPECT_NE(b.constant(0.0, ScalarType::F64), b.constant(-0.0, ScalarType::F64));
  EXPECT_NE(s.at({}, 0), s.at({}, 1));
  EXPECT_NE(s.at({}, 0, 0), s.at({}, 0, -1));
  EXPECT_NE(s.at({1}), s.at({-1}));
}

TEST(Builder, ConstantsAreRoundedToTheirType) {
  Sketch s({"x"});
  const ExprId tenth = s.builder.constant(0.1, ScalarType::F32);
  EXPECT_EQ(std::get<Constant>(s.program[tenth].node).value, static_cast<double>(0.1f));
}

TEST(Builder, ConversionToTheSameTypeIsNothing) {
  Sketch s({"x"});
  EXPECT_EQ(s.builder.convert(s.at({}), ScalarType::F64), s.at({}));
  EXPECT_EQ(s.builder.type(s.builder.convert(s.at({}), ScalarType::F32)), ScalarType::F32);
}

TEST(Builder, ComparisonsGiveBool) {
  Sketch s({"x"});
  EXPECT_EQ(s.builder.type(s.builder.binary(BinaryOp::Less, s.at({}), s.at({1}))),
            ScalarType::Bool);
  EXPECT_EQ(s.builder.type(s.add(s.at({}), s.at({1}))), ScalarType::F64);
}

TEST(Builder, KnowsWhatIsUniformAndWhatIsLiteral) {
  Sketch s({"x"});
  const ExprId six = s.number(6), d = s.param("d");
  EXPECT_TRUE(s.builder.isLiteral(s.mul(six, six)));
  EXPECT_TRUE(s.builder.isUniform(s.mul(six, d)));
  EXPECT_FALSE(s.builder.isLiteral(s.mul(six, d)));
  EXPECT_FALSE(s.builder.isUniform(s.mul(d, s.at({}))));
  EXPECT_FALSE(s.builder.isUniform(s.builder.position(0, ScalarType::F64)));
  EXPECT_FALSE(s.builder.isUniform(s.builder.random(1)));
}

TEST(Builder, LiteralUniformsAreConstantsFoldedInF64) {
  Sketch s({"x"});
  const ExprId value = s.add(s.number(0.1), s.number(0.7));
  const ExprId rounded = s.builder.uniform(value, ScalarType::F32);
  EXPECT_EQ(std::get<Constant>(s.program[rounded].node).value, static_cast<float>(0.1 + 0.7));
  EXPECT_TRUE(s.program.uniforms.empty());
}

TEST(Builder, UniformsAreSharedAndNamed) {
  Sketch s({"x"});
  const ExprId d = s.param("d"), c0 = s.param("c0");
  const ExprId twice = s.add(d, d);
  EXPECT_EQ(s.builder.uniform(twice, ScalarType::F64), s.builder.uniform(twice, ScalarType::F64));
  s.builder.uniform(d, ScalarType::F32);
  s.builder.uniform(d, ScalarType::F64);
  s.builder.uniform(s.mul(d, c0), ScalarType::F64, "rate");
  s.builder.uniform(s.mul(d, d), ScalarType::F64, "T");
  std::vector<std::string> names;
  for (const Uniform &uniform : s.program.uniforms)
    names.push_back(uniform.name);
  // c0 is a parameter, T a field: neither name is free.
  EXPECT_EQ(names, (std::vector<std::string>{"c1", "d", "d_f64", "rate", "T_f64"}));
}

TEST(Builder, FoldsEachOperationInItsType) {
  Sketch s({"x"});
  Builder &b = s.builder;
  const auto number = [&](double value) { return b.constant(value, ScalarType::F32); };
  EXPECT_EQ(foldLiteral(s.program, b.binary(BinaryOp::Divide, number(1), number(3))), 1.0f / 3.0f);
  EXPECT_EQ(foldLiteral(s.program, b.fma(number(0.1), number(0.1), number(-0.01f))),
            std::fma(0.1f, 0.1f, -0.01f));
  const ExprId isLess = b.binary(BinaryOp::Less, number(1), number(2));
  EXPECT_EQ(foldLiteral(s.program, b.select(isLess, number(5), number(6))), 5);
  EXPECT_EQ(foldLiteral(s.program, s.param("d")), std::nullopt);
  EXPECT_EQ(foldLiteral(s.program, s.at({})), std::nullopt);
}

TEST(Builder, CompactionKeepsWhatIsUsedOperandsFirst) {
  Sketch s({"x"});
  s.mul(s.at({5}), s.at({6})); // used by nobody
  s.builder.uniform(s.mul(s.param("d"), s.param("d")), ScalarType::F64);
  const ExprId lap = s.add(s.at({1}), s.at({-1}));
  s.program.exprNames[lap] = "lap";
  s.program.exprNames[s.at({6})] = "lost";
  s.update(s.builder.fma(s.at({}), lap, s.at({2})));
  const Program program = compact(s.program);
  EXPECT_EQ(program.exprs.size(), 6u);
  EXPECT_TRUE(program.uniforms.empty());
  EXPECT_EQ(program.exprNames.size(), 1u);
  EXPECT_EQ(sketches::bodyText(program),
            "stage 0: T\n  %lap: f64 = add T[x+1], T[x-1]\n  %1: f64 = fma T, %lap, T[x+2]\n"
            "  T[t+1] = %1\n");
}

TEST(Builder, CompactionOfALongSumNeedsNoDeepStack) {
  Sketch s({"x"});
  ExprId sum = s.at({});
  for (int i = 1; i <= 200000; ++i)
    sum = s.add(sum, s.at({i % 7}));
  s.update(sum);
  EXPECT_EQ(compact(s.program).exprs.size(), 200007u);
}

} // namespace stencilc::ir
