/// \file The canonical form means what was written: random updates on whole numbers small enough
/// that every operation is exact in either order, so that the results are equal to the last bit.
#include "IrTesting.h"
#include "ir/interpreter/Interpreter.h"
#include "ir/verifier/Verifier.h"
#include "sema/canonical/Canonical.h"
#include <gtest/gtest.h>
#include <random>

namespace stencilc {

using namespace ir;
using ir::sketches::Sketch;

namespace {

/// Random expressions over two fields and two parameters, from a seed.
class RandomUpdate {
public:
  RandomUpdate(Sketch &sketch, unsigned seed) : s(sketch), random(seed) {}

  ExprId expression(int depth) {
    // Now and then something that was used before, so that parts are shared.
    if (!made.empty() && pick(6) == 0)
      return made[static_cast<std::size_t>(pick(static_cast<int>(made.size())))];
    const ExprId id = fresh(depth);
    if (depth == 1)
      made.push_back(id);
    return id;
  }

private:
  ExprId fresh(int depth) {
    if (depth == 0)
      return pick(3) ? read() : uniform(1);
    switch (pick(10)) {
    case 0:
    case 1:
    case 2:
      return s.add(expression(depth - 1), expression(depth - 1));
    case 3:
    case 4:
      return s.sub(expression(depth - 1), expression(depth - 1));
    case 5:
      return s.mul(uniform(2), expression(depth - 1));
    case 6:
      return s.div(expression(depth - 1), s.number(pick(2) ? 2 : -4));
    case 7:
      return s.mul(expression(1), expression(1));
    case 8:
      return nonLinear(depth);
    default:
      return negated(expression(depth - 1));
    }
  }
  int pick(int choices) { return static_cast<int>(random() % choices); }
  int between(int low, int high) { return low + pick(high - low + 1); }

  ExprId read() {
    return s.at({between(-2, 2), between(-reach, reach)}, static_cast<std::uint32_t>(pick(2)));
  }
  ExprId uniform(int depth) {
    if (depth == 0 || pick(2))
      return pick(2) ? s.param(pick(2) ? "p" : "q") : s.number(between(-3, 3));
    const ExprId left = uniform(depth - 1);
    return pick(2) ? s.sub(left, uniform(depth - 1)) : s.mul(left, uniform(depth - 1));
  }
  ExprId negated(ExprId value) {
    return s.builder.isUniform(value) ? s.sub(s.number(0), value)
                                      : s.builder.unary(UnaryOp::Negate, value);
  }
  ExprId nonLinear(int depth) {
    const ExprId a = s.add(read(), expression(depth - 1)), b = s.add(read(), expression(depth - 1));
    switch (pick(3)) {
    case 0:
      return s.builder.unary(UnaryOp::Abs, a);
    case 1:
      return s.builder.binary(BinaryOp::Max, a, b);
    default:
      return s.builder.select(s.builder.binary(BinaryOp::Less, a, b), b, a);
    }
  }

  Sketch &s;
  std::minstd_rand random; // its numbers are fixed by the standard
  int reach = 1 + pick(2);
  std::vector<ExprId> made;
};

} // namespace

TEST(CanonicalMeaning, EqualsWhatWasWrittenWhereAllIsExact) {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    Sketch s({"x", "y"}, {"u", "v"});
    s.param("p");
    s.param("q");
    s.update(RandomUpdate(s, seed).expression(5));
    const Program canonical = sema::canonicalise(s.program);
    ASSERT_EQ(verifyProgram(canonical), std::vector<std::string>()) << "seed " << seed;

    const RunSetup setup{{{6, 5, 1}}, {3, -2}};
    State written = initialState(s.program, setup);
    for (std::uint32_t field = 0; field < 2; ++field)
      for (std::size_t cell = 0; cell < 30; ++cell)
        written.fields[field][0].cells[cell] = static_cast<double>((cell * 7 + field * 5) % 11) - 5;
    State reordered = written;
    interpretStep(s.program, setup, written);
    interpretStep(canonical, setup, reordered);
    ASSERT_EQ(reordered.fields[0][0].cells, written.fields[0][0].cells)
        << "seed " << seed << "\n"
        << ir::sketches::text(s.program) << ir::sketches::text(canonical);
  }
}

} // namespace stencilc
