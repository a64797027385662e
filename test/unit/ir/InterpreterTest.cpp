/// \file Arithmetic, order of stages and time levels in the interpreter.
#include "Programs.h"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>
#include <limits>

using namespace stencilc;
using namespace stencilc::test;
using Cells = std::vector<double>;

constexpr Extents kOne{{1, 1, 1}};

/// One operation on values of `type`, as one step of a grid of one cell sees it.
template <class Make> static double evaluated(ScalarType type, Cells operands, Make make) {
  Draft d(1, type);
  std::vector<ExprId> reads;
  std::vector<std::vector<double>> cells;
  State state;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    reads.push_back(d.read(d.field("f" + std::to_string(i))));
    state.fields.push_back({Grid{type, kOne, {operands[i]}}});
  }
  d.stage(FieldId{0}, make(d, reads));
  return stepped(d, kOne, state)[0];
}

static double binary(BinaryOp op, double a, double b, ScalarType type) {
  return evaluated(type, {a, b}, [&](Draft &d, auto &r) { return d.b.binary(op, r[0], r[1]); });
}

TEST(Interpreter, F32OperationsRoundAtEachNode) {
  const double third = 1.0f / 3.0f, tenth = 0.1f;
  EXPECT_EQ(binary(BinaryOp::Add, third, tenth, ScalarType::F32), 0.43333334f);
  EXPECT_NE(third + tenth, static_cast<double>(0.43333334f));
  // 2^24 + 1 has no float; added one after the other, both ones are lost.
  const double large = 16777216;
  EXPECT_EQ(evaluated(ScalarType::F32, {large, 1},
                      [](Draft &d, auto &r) { return d.add(d.add(r[0], r[1]), r[1]); }),
            large);
  EXPECT_EQ(evaluated(ScalarType::F64, {large, 1},
                      [](Draft &d, auto &r) { return d.add(d.add(r[0], r[1]), r[1]); }),
            large + 2);
}

TEST(Interpreter, F32FunctionsAreTheFloatFunctions) {
  volatile float input = 0.7f; // so that the library is called here too
  const float x = input;
  const auto of = [&](UnaryOp op) {
    return evaluated(ScalarType::F32, {x}, [&](Draft &d, auto &r) { return d.b.unary(op, r[0]); });
  };
  EXPECT_EQ(of(UnaryOp::Exp), std::exp(x));
  EXPECT_EQ(of(UnaryOp::Log), std::log(x));
  EXPECT_EQ(of(UnaryOp::Sin), std::sin(x));
  EXPECT_EQ(of(UnaryOp::Cos), std::cos(x));
  EXPECT_EQ(of(UnaryOp::Tanh), std::tanh(x));
  EXPECT_EQ(of(UnaryOp::Sqrt), std::sqrt(x));
  EXPECT_EQ(of(UnaryOp::Negate), -x);
  EXPECT_EQ(of(UnaryOp::Floor), 0);
  EXPECT_EQ(binary(BinaryOp::Power, x, 1.5f, ScalarType::F32), std::pow(x, 1.5f));
}

TEST(Interpreter, FmaRoundsOnce) {
  // (1 + 2^-52)^2 - (1 + 2^-51) is 2^-104 exactly; with two roundings it is 0.
  const double x = 1 + 0x1p-52, minus = -(1 + 0x1p-51);
  EXPECT_EQ(evaluated(ScalarType::F64, {x, minus},
                      [](Draft &d, auto &r) { return d.b.fma(r[0], r[0], r[1]); }),
            0x1p-104);
  EXPECT_EQ(evaluated(ScalarType::F64, {x, minus},
                      [](Draft &d, auto &r) { return d.add(d.mul(r[0], r[0]), r[1]); }),
            0);
}

TEST(Interpreter, FmaOfFloatsRoundsOnceToFloat) {
  // a * b = 2^-24 (1 + 2^-36), so that a * b + 1 lies just above the tie between 1 and the next
  // float. An f64 cannot hold the little more beside 1: rounding twice would give 1.
  const double a = 0x1p-24 * (1 + 0x1p-12), b = 1 - 0x1p-12 + 0x1p-24;
  ASSERT_EQ(static_cast<float>(std::fma(a, b, 1.0)), 1);
  EXPECT_EQ(evaluated(ScalarType::F32, {a, b, 1},
                      [](Draft &d, auto &r) { return d.b.fma(r[0], r[1], r[2]); }),
            1 + 0x1p-23);
}

TEST(Interpreter, MinAndMaxAsDefinedForEqualAndNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  // a < b ? a : b and a > b ? a : b: the second operand wins whenever the comparison is false.
  EXPECT_EQ(binary(BinaryOp::Min, nan, 1, ScalarType::F64), 1);
  EXPECT_TRUE(std::isnan(binary(BinaryOp::Min, 1, nan, ScalarType::F64)));
  EXPECT_EQ(binary(BinaryOp::Max, nan, 1, ScalarType::F64), 1);
  EXPECT_TRUE(std::signbit(binary(BinaryOp::Min, 0.0, -0.0, ScalarType::F64)));
  EXPECT_FALSE(std::signbit(binary(BinaryOp::Max, -0.0, 0.0, ScalarType::F64)));
  EXPECT_EQ(binary(BinaryOp::Min, 3, 2, ScalarType::F64), 2);
  EXPECT_EQ(binary(BinaryOp::Max, 3, 2, ScalarType::F64), 3);
}

TEST(Interpreter, ComparisonsLogicAndSelect) {
  const auto chosen = [](BinaryOp op, double a, double b) {
    return evaluated(ScalarType::F64, {a, b}, [&](Draft &d, auto &r) {
      return d.b.select(d.b.binary(op, r[0], r[1]), d.number(1), d.number(0));
    });
  };
  const auto row = [&](BinaryOp op) {
    return Cells{chosen(op, 1, 2), chosen(op, 2, 2), chosen(op, 3, 2)};
  };
  EXPECT_EQ(row(BinaryOp::Less), (Cells{1, 0, 0}));
  EXPECT_EQ(row(BinaryOp::LessEqual), (Cells{1, 1, 0}));
  EXPECT_EQ(row(BinaryOp::Greater), (Cells{0, 0, 1}));
  EXPECT_EQ(row(BinaryOp::GreaterEqual), (Cells{0, 1, 1}));
  EXPECT_EQ(row(BinaryOp::Equal), (Cells{0, 1, 0}));
  EXPECT_EQ(row(BinaryOp::NotEqual), (Cells{1, 0, 1}));
  const auto logic = [](BinaryOp op, double a, double b) {
    return evaluated(ScalarType::F64, {a, b}, [&](Draft &d, auto &r) {
      const ExprId zero = d.number(0);
      const ExprId lhs = d.b.binary(BinaryOp::Less, zero, r[0]);
      const ExprId rhs = d.b.unary(UnaryOp::Not, d.b.binary(BinaryOp::Less, zero, r[1]));
      return d.b.select(d.b.binary(op, lhs, rhs), d.number(1), zero);
    });
  };
  EXPECT_EQ((Cells{logic(BinaryOp::And, 1, -1), logic(BinaryOp::And, 1, 1)}), (Cells{1, 0}));
  EXPECT_EQ((Cells{logic(BinaryOp::Or, -1, -1), logic(BinaryOp::Or, -1, 1)}), (Cells{1, 0}));
}

TEST(Interpreter, WideComputeNarrowStorage) {
  Draft d(1, ScalarType::F32);
  const FieldId u = d.field("u");
  const ExprId wide = d.b.convert(d.read(u), ScalarType::F64);
  const ExprId small = d.b.constant(0x1p-30, ScalarType::F64);
  // 1 + 2^-30 + 2^-24 lies above the tie between 1 and its float neighbour.
  const ExprId tie = d.b.constant(0x1p-24, ScalarType::F64);
  d.stage(u, d.b.convert(d.add(d.add(wide, small), tie), ScalarType::F32));
  EXPECT_EQ(stepped(d, kOne, stateOf(d, kOne, {{1}})), Cells{1 + 0x1p-23});
}

TEST(Interpreter, UniformsAreComputedInF64AndRoundedOnce) {
  Draft d(1, ScalarType::F32);
  const FieldId u = d.field("u");
  const ParamId p = d.param("p", 0.1);
  const ExprId one = d.b.constant(1, ScalarType::F64);
  const ExprId value =
      d.b.binary(BinaryOp::Subtract, one,
                 d.b.binary(BinaryOp::Divide, d.b.param(p), d.b.constant(3, ScalarType::F64)));
  const ExprId uniform = d.b.uniform(value, ScalarType::F32, "w");
  d.stage(u, d.mul(uniform, d.read(u)));
  EXPECT_EQ(stepped(d, kOne, stateOf(d, kOne, {{1}})), Cells{static_cast<float>(1 - 0.1 / 3)});
  RunSetup setup = defaultSetup(d.program, kOne);
  EXPECT_EQ(evaluateUniforms(d.program, setup), Cells{static_cast<float>(1 - 0.1 / 3)});
  setup.params = {6};
  EXPECT_EQ(evaluateUniforms(d.program, setup), Cells{-1});
}

TEST(Interpreter, LaterStagesSeeTheNewValuesAndTheirBoundary) {
  Draft d(1);
  const FieldId a = d.fixedField("a", 100), b = d.fixedField("b", 0);
  d.stage(a, d.add(d.read(a), d.number(1)));
  d.stage(b, d.add(d.read(a, {{-1}}, 1), d.mul(d.number(1000), d.read(a, {{-1}}, 0))));
  const Extents extents{{3, 1, 1}};
  State state = stateOf(d, extents, {{1, 2, 3}, {0, 0, 0}});
  interpretStep(d.program, defaultSetup(d.program, extents), state);
  EXPECT_EQ(state.fields[0][0].cells, (Cells{2, 3, 4}));
  EXPECT_EQ(state.fields[1][0].cells, (Cells{100100, 1002, 2003}));
}

TEST(Interpreter, NewValuesOfFrozenCellsAreTheOldOnes) {
  Draft d(1);
  const FieldId a = d.field("a", BoundaryKind::Keep), b = d.field("b");
  Reach frozen;
  frozen.low = {1, 0, 0};
  d.stage(a, d.add(d.read(a, {{-1}}), d.number(10)), frozen);
  d.stage(b, d.read(a, {}, 1));
  const Extents extents{{3, 1, 1}};
  EXPECT_EQ(stepped(d, extents, stateOf(d, extents, {{1, 2, 3}, {0, 0, 0}}), b),
            (Cells{1, 11, 12}));
}

TEST(Interpreter, LevelsMoveUpEachStep) {
  Draft d(1); // Fibonacci
  const FieldId u = d.field("u", BoundaryKind::Periodic, 2);
  const FieldId still = d.field("still", BoundaryKind::Periodic, 2);
  d.stage(u, d.add(d.read(u), d.read(u, {}, -1)));
  State state = stateOf(d, kOne, {{1}, {5}});
  const RunSetup setup = defaultSetup(d.program, kOne);
  for (double expected : {2, 3, 5, 8}) {
    interpretStep(d.program, setup, state);
    EXPECT_EQ(state.fields[u.index][0].cells, Cells{expected});
  }
  EXPECT_EQ(state.fields[u.index][1].cells, Cells{5});
  EXPECT_EQ(state.fields[u.index].size(), 2u);
  EXPECT_EQ(state.fields[still.index][0].cells, Cells{5});
}

TEST(Interpreter, SharedNodesOfADeepSumAreEvaluatedOnce) {
  // 2^200 paths through 200 nodes: only a walk that visits each node once comes back.
  Draft d(1);
  const FieldId u = d.field("u");
  ExprId value = d.read(u);
  for (int i = 0; i < 200; ++i)
    value = d.add(value, value);
  d.stage(u, value);
  EXPECT_EQ(stepped(d, kOne, stateOf(d, kOne, {{1}})), Cells{0x1p200});
}

TEST(Interpreter, InitialValues) {
  Draft d(2);
  const FieldId u = d.field("u", BoundaryKind::Periodic, 2);
  const ParamId p = d.param("p", 7);
  // 100 y + x + p * nx
  ExprId value = d.add(d.mul(d.number(100), d.b.position(1, ScalarType::F64)),
                       d.b.position(0, ScalarType::F64));
  value = d.add(value, d.mul(d.b.param(p), d.b.extent(0, ScalarType::F64)));
  d.program.fields[u].init = value;
  const FieldId empty = d.field("empty");
  const Extents extents{{3, 2, 1}};
  const State state = initialState(d.program, defaultSetup(d.program, extents));
  const Cells expected = {21, 22, 23, 121, 122, 123};
  EXPECT_EQ(state.fields[u.index][0].cells, expected);
  EXPECT_EQ(state.fields[u.index][1].cells, expected);
  EXPECT_EQ(state.fields[empty.index][0].cells, Cells(6, 0.0));
  EXPECT_EQ(state.fields[u.index][0].at(2, 1), 123);
}

TEST(Interpreter, InitialValuesAreRoundedToStorage) {
  Draft d(1, ScalarType::F32);
  const FieldId u = d.field("u");
  const ExprId tenth = d.b.constant(0.1, ScalarType::F64);
  d.program.fields[u].init = d.b.convert(tenth, ScalarType::F32);
  const State state = initialState(d.program, defaultSetup(d.program, kOne));
  EXPECT_EQ(state.fields[0][0].cells, Cells{0.1f});
}

TEST(Interpreter, RandomNumbersAreSplitmix64) {
  // The first outputs of splitmix64 started at 1234567, from its published test vectors.
  const std::uint64_t vectors[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                   4593380528125082431u, 16408922859458223821u};
  for (std::uint64_t i = 0; i < 5; ++i)
    EXPECT_EQ(randomNumber(1234567, i), static_cast<double>(vectors[i] >> 11) * 0x1p-53);

  Draft d(3);
  const FieldId u = d.field("u");
  d.program.fields[u].init = d.b.random(1234567);
  const Extents extents{{2, 2, 2}};
  const State state = initialState(d.program, defaultSetup(d.program, extents));
  EXPECT_EQ(state.fields[0][0].at(0, 0, 1), randomNumber(1234567, 4));
  EXPECT_EQ(state.fields[0][0].at(1, 1, 0), randomNumber(1234567, 3));
}
