/// \file Expressions as C++ text: literals, parentheses, temporaries, running sums.
#include "emit/ExprPrinter.h"
#include "IrTesting.h"
#include "emit/Spelling.h"
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace stencilc::emit {

using namespace ir;
using ir::sketches::Sketch;

/// Statements and value of the last expression on one line, with fields read as T(x,y,z).
static std::string print(const Sketch &s, ExprId root) {
  LeafText leaves;
  leaves.place = [&](ExprId id) -> std::optional<std::string> {
    const ExprNode &node = s.program[id].node;
    if (const auto *read = std::get_if<Read>(&node))
      return s.program.fields[read->field].name + "(" + std::to_string(read->offset[0]) + ")";
    if (const auto *position = std::get_if<Position>(&node))
      return std::string(1, "xyz"[position->axis]);
    if (const auto *extent = std::get_if<Extent>(&node))
      return std::string("g.n") + "xyz"[extent->axis];
    if (const auto *param = std::get_if<Param>(&node))
      return s.program.params[param->param].name;
    return {};
  };
  Names scope(Words{"i"}); // a variable of the text
  std::set<std::string> functions;
  ExprPrinter printer(s.program, {root}, leaves, scope, functions);
  const Printed printed = printer.print(root);
  std::string text;
  for (const Statement &statement : printed.statements)
    text += (statement.isConstant ? "const " : "") +
            (statement.isDeclaration ? statement.type + " " : "") + statement.name + " = " +
            statement.value + "; ";
  return text + printed.value;
}

TEST(Literal, IsShortAndSaysItsType) {
  EXPECT_EQ(printLiteral(6, ScalarType::F64), "6.0");
  EXPECT_EQ(printLiteral(0.1, ScalarType::F64), "0.1");
  EXPECT_EQ(printLiteral(0.1f, ScalarType::F32), "0.1f");
  EXPECT_EQ(printLiteral(-0.0, ScalarType::F64), "-0.0");
  EXPECT_EQ(printLiteral(1e300, ScalarType::F64), "1e+300");
  EXPECT_EQ(printLiteral(16777216.0f, ScalarType::F32), "16777216.0f");
  EXPECT_EQ(printLiteral(1, ScalarType::Bool), "true");
}

TEST(Literal, ReadsBackToTheSameBits) {
  std::mt19937_64 bits(1);
  for (int i = 0; i < 100000; ++i) {
    const double wide = std::bit_cast<double>(bits());
    if (std::isfinite(wide)) {
      EXPECT_EQ(std::strtod(printLiteral(wide, ScalarType::F64).c_str(), nullptr), wide);
    }
    const float narrow = std::bit_cast<float>(static_cast<std::uint32_t>(bits()));
    if (!std::isfinite(narrow))
      continue;
    const std::string text = printLiteral(narrow, ScalarType::F32);
    EXPECT_EQ(std::strtof(text.c_str(), nullptr), narrow);
    // A front end that reads a double first and rounds it must get the same.
    EXPECT_EQ(static_cast<float>(std::strtod(text.c_str(), nullptr)), narrow);
  }
}

TEST(Literal, ReachesTheEndsOfTheRange) {
  for (double value : {std::numeric_limits<double>::denorm_min(),
                       std::numeric_limits<double>::max(), std::numeric_limits<double>::min()})
    EXPECT_EQ(std::strtod(printLiteral(value, ScalarType::F64).c_str(), nullptr), value);
}

TEST(ExprPrinter, CallsOverRootForAQuotientByARootUsedOnce) {
  Sketch s({"x"});
  const ExprId a = s.at({{-1}}), b = s.at({{1}}), root = s.builder.unary(UnaryOp::Sqrt, b),
               other = s.builder.unary(UnaryOp::Sqrt, a);
  EXPECT_EQ(print(s, s.div(a, root)), "overRoot(T(-1), T(1))");
  EXPECT_EQ(print(s, s.sub(a, s.div(s.add(a, b), root))), "T(-1) - overRoot(T(-1) + T(1), T(1))");
  const ExprId large = s.builder.unary(UnaryOp::Sqrt, s.add(s.number(0.5), s.mul(b, b)));
  EXPECT_EQ(print(s, s.div(a, large)), "overLargeRoot(T(-1), 0.5 + T(1) * T(1))");
  EXPECT_EQ(print(s, s.add(s.div(a, other), other)),
            "const double root = sqrt(T(-1)); T(-1) / root + root");
}

TEST(ExprPrinter, KeepsTheTreeWithTheFewestParentheses) {
  Sketch s({"x"});
  const ExprId a = s.at({{-2}}), b = s.at({{-1}}), c = s.at({{1}});
  EXPECT_EQ(print(s, s.sub(s.sub(a, b), c)), "T(-2) - T(-1) - T(1)");
  EXPECT_EQ(print(s, s.sub(a, s.sub(b, c))), "T(-2) - (T(-1) - T(1))");
  EXPECT_EQ(print(s, s.add(a, s.add(b, c))), "T(-2) + (T(-1) + T(1))");
  EXPECT_EQ(print(s, s.mul(s.add(a, b), c)), "(T(-2) + T(-1)) * T(1)");
  EXPECT_EQ(print(s, s.add(a, s.mul(b, c))), "T(-2) + T(-1) * T(1)");
  EXPECT_EQ(print(s, s.div(a, s.mul(b, c))), "T(-2) / (T(-1) * T(1))");
  EXPECT_EQ(print(s, s.div(s.mul(a, b), c)), "T(-2) * T(-1) / T(1)");
}

TEST(ExprPrinter, NeverWritesTwoMinusSignsInARow) {
  Sketch s({"x"});
  const auto negate = [&](ExprId id) { return s.builder.unary(UnaryOp::Negate, id); };
  const ExprId a = s.at({{1}});
  EXPECT_EQ(print(s, negate(negate(a))), "-(-T(1))");
  EXPECT_EQ(print(s, negate(s.number(-6))), "-(-6.0)");
  EXPECT_EQ(print(s, s.sub(a, s.number(-6))), "T(1) - -6.0");
  EXPECT_EQ(print(s, s.mul(negate(s.add(a, s.at({{2}}))), a)), "-(T(1) + T(2)) * T(1)");
}

TEST(ExprPrinter, SpellsLogicSoThatNobodyMustKnowPrecedences) {
  Sketch s({"x"});
  Builder &b = s.builder;
  const ExprId less = b.binary(BinaryOp::Less, s.at({{1}}), s.at({{2}}));
  const ExprId equal = b.binary(BinaryOp::Equal, s.at({{3}}), s.at({{4}}));
  const ExprId both = b.binary(BinaryOp::And, less, b.unary(UnaryOp::Not, equal));
  const ExprId either =
      b.binary(BinaryOp::Or, both, b.binary(BinaryOp::Greater, s.at({{5}}), s.at({{6}})));
  EXPECT_EQ(print(s, b.select(either, s.at({{7}}), s.at({{8}}))),
            "(T(1) < T(2) && !(T(3) == T(4))) || T(5) > T(6) ? T(7) : T(8)");
}

TEST(ExprPrinter, ConvertsWhereTheIrDoes) {
  Sketch s({"x"}, {"T"}, ScalarType::F32, ScalarType::F64);
  EXPECT_EQ(print(s, s.builder.convert(s.mul(s.at({{1}}), s.number(2)), ScalarType::F32)),
            "float(double(T(1)) * 2.0)");
  EXPECT_EQ(print(s, s.builder.position(0, ScalarType::F32)), "float(x)");
  EXPECT_EQ(print(s, s.builder.extent(0, ScalarType::F64)), "double(g.nx)");
}

TEST(ExprPrinter, NamesWhatIsUsedTwice) {
  Sketch s({"x"});
  const ExprId twice = s.sub(s.at({{1}}), s.at({{-1}}));
  EXPECT_EQ(print(s, s.add(s.mul(twice, twice), twice)),
            "const double difference = T(1) - T(-1); difference * difference + difference");
  const ExprId read = s.at({{1}}); // a read is as easy to repeat as a name
  EXPECT_EQ(print(s, s.mul(read, read)), "T(1) * T(1)");
}

TEST(ExprPrinter, UsesTheNamesOfTheSource) {
  Sketch s({"x"});
  const ExprId lap = s.sub(s.at({{1}}), s.at({{-1}}));
  s.program.exprNames[lap] = "lap";
  const ExprId other = s.add(s.at({{2}}), lap);
  s.program.exprNames[other] = "i"; // a variable of the templates
  EXPECT_EQ(print(s, s.mul(other, s.at({{3}}))),
            "const double lap = T(1) - T(-1); const double iValue = T(2) + lap; iValue * T(3)");
}

TEST(ExprPrinter, NamesASumOfManyNeighboursInsideAnExpression) {
  Sketch s({"x"});
  const ExprId sum = s.sumAt({{{-2}}, {{-1}}, {{1}}, {{2}}});
  EXPECT_EQ(print(s, s.mul(s.number(0.25), sum)),
            "const double neighbours = T(-2) + T(-1) + T(1) + T(2); 0.25 * neighbours");
  EXPECT_EQ(print(s, sum), "T(-2) + T(-1) + T(1) + T(2)");
}

TEST(ExprPrinter, TurnsALongChainOfFmaIntoARunningSum) {
  Sketch s({"x"});
  const auto chain = [&](int length) {
    ExprId value = s.mul(s.number(0.5), s.at({{0}}));
    for (int i = 1; i <= length; ++i)
      value = s.builder.fma(s.number(i), s.at({{i}}), value);
    return value;
  };
  EXPECT_EQ(print(s, chain(2)), "fma(2.0, T(2), fma(1.0, T(1), 0.5 * T(0)))");
  EXPECT_EQ(print(s, chain(4)), "double sum = 0.5 * T(0); sum = fma(1.0, T(1), sum); "
                                "sum = fma(2.0, T(2), sum); sum = fma(3.0, T(3), sum); "
                                "fma(4.0, T(4), sum)");
}

TEST(ExprPrinter, BreaksLongExpressionsAtTheirLongestOperands) {
  Sketch s({"x"});
  ExprId value = s.at({{0}});
  for (int i = 1; i < 40; ++i) // no flat sum: products of differences
    value = s.add(value, s.mul(s.sub(s.at({{i}}), s.at({{-i}})), s.at({{i}})));
  const std::string text = print(s, value);
  std::size_t start = 0, end;
  while ((end = text.find("; ", start)) != std::string::npos) {
    EXPECT_LT(end - start, 160u);
    start = end + 2;
  }
  EXPECT_GT(start, 0u);
}

} // namespace stencilc::emit
