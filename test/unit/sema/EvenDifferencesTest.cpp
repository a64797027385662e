/// \file Differences that are turned, and that no bit of a result knows of it: programs in written
/// arithmetic, which are left alone otherwise, against the same ones with their differences turned.
#include "sema/differences/EvenDifferences.h"
#include "Compiled.h"
#include "ir/interpreter/Interpreter.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

/// Operations whose operands are not those of `before`.
int turnedIn(const ir::Program &program, const ir::Program &before) {
  int count = 0;
  for (const ir::ExprId id : before.exprs.ids())
    if (const auto *old = std::get_if<ir::Binary>(&before[id].node))
      count += std::get<ir::Binary>(program[id].node).lhs != old->lhs;
  return count;
}

/// The cells of all fields after some steps, in turn.
std::vector<double> resultOf(const ir::Program &program) {
  const ir::RunSetup setup = ir::defaultSetup(program, {7, 6, 1});
  ir::State state = ir::initialState(program, setup);
  for (int step = 0; step < 3; ++step)
    ir::interpretStep(program, setup, state);
  std::vector<double> all;
  for (const auto &levels : state.fields)
    all.insert(all.end(), levels[0].cells.begin(), levels[0].cells.end());
  return all;
}

/// Turns what can be turned in a program with these updates of u and v; how much that was.
int turned(const std::string &updates, const std::string &storage = "f64") {
  const ir::Program before =
      factsOfSource("stencil s(x, y) { precision f64; arithmetic written; param a = 0.3; "
                    "field u storage " +
                    storage +
                    " { boundary copy; init random(1); } "
                    "field v { boundary periodic; init random(2) - 0.5; } " +
                    updates + " }")
          .program;
  const ir::Program after = sema::turnEvenDifferences(before);
  const std::vector<double> expected = resultOf(before), found = resultOf(after);
  EXPECT_EQ(std::memcmp(expected.data(), found.data(), expected.size() * sizeof(double)), 0);
  return turnedIn(after, before);
}

TEST(EvenDifferences, SquaresOfBothNeighboursAlongEachAxis) {
  EXPECT_EQ(turned("u[t+1] = u + 0.1 * ((u - u[x-1])^2 + (u - u[x+1])^2 + (u - u[y-1])^2 + "
                   "(u - u[y+1])^2);"),
            2);
  EXPECT_EQ(turned("u[t+1] = u + 0.1 * ((u - u[x-1])^2 + (u - u[y+1])^2);"), 0)
      << "no neighbour has these";
}

TEST(EvenDifferences, SignsThatAreLostFurtherOn) {
  EXPECT_EQ(turned("u[t+1] = u + abs(a * (u - u[x+1])) - (-(u - u[x-1]) / 3)^2 * v;"), 1);
  EXPECT_EQ(turned("u[t+1] = abs((u - u[x+1]) * (u - u[x-1]));"), 1);
  EXPECT_EQ(turned("u[t+1] = (u - u[x+1])^2 + abs(u - u[x-1]);", "f16"), 1) << "of converted cells";
}

TEST(EvenDifferences, SignsThatCountStay) {
  EXPECT_EQ(turned("u[t+1] = u + 0.1 * (u[x-1] - u) / (1 + (u[x-1] - u)^2) + "
                   "0.1 * (u[x+1] - u) / (1 + (u[x+1] - u)^2);"),
            0)
      << "flows are not even";
  EXPECT_EQ(turned("u[t+1] = (u - u[x+1]) * (u - u[x-1]);"), 0) << "a product of two";
  EXPECT_EQ(turned("let d = u - u[x+1]; u[t+1] = d^2 + (u - u[x-1])^2; v[t+1] = v + d;"), 0)
      << "another update sees the sign";
  EXPECT_EQ(turned("let d = u - u[x-1]; u[t+1] = d^2 + (u - u[x+1])^2; v[t+1] = v + d;"), 0)
      << "nor is a neighbour turned for it";
  EXPECT_EQ(turned("u[t+1] = max(u - u[x+1], 0)^2 + max(u - u[x-1], 0)^2;"), 0);
}

TEST(EvenDifferences, AreOfOneFieldAndLevel) {
  EXPECT_EQ(turned("u[t+1] = (u - v[x+1])^2 + (u - v[x-1])^2;"), 0);
  EXPECT_EQ(turned("u[t+1] = (u - u[x+1])^2; v[t+1] = (u[t+1] - u[t+1, x-1])^2;"), 0);
}

} // namespace
