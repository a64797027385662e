/// \file Prints expressions in infix notation with the fewest parentheses.
#include "ir/Names.h"
#include "ir/Printer.h"
#include "ir/Walk.h"
#include "support/Match.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace stencilc::ir {

namespace {

/// Precedence of the outermost operation in an expression's text, from lowest to highest. An
/// operand of lower precedence than its operation needs gets parentheses.
enum Binding { OrLevel, AndLevel, Comparison, Sum, Product, Prefix, Primary };

struct Text {
  std::string text;
  Binding binding;

  std::string atLeast(Binding needed) const {
    return binding < needed ? ("(" + llvm::Twine(text) + ")").str() : text;
  }
};

struct Infix {
  const char *symbol; // nullptr: printed as a call
  Binding binding;
};

Infix infixOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {" + ", Sum};
  case BinaryOp::Subtract:
    return {" - ", Sum};
  case BinaryOp::Multiply:
    return {" * ", Product};
  case BinaryOp::Divide:
    return {" / ", Product};
  case BinaryOp::Less:
    return {" < ", Comparison};
  case BinaryOp::LessEqual:
    return {" <= ", Comparison};
  case BinaryOp::Greater:
    return {" > ", Comparison};
  case BinaryOp::GreaterEqual:
    return {" >= ", Comparison};
  case BinaryOp::Equal:
    return {" == ", Comparison};
  case BinaryOp::NotEqual:
    return {" != ", Comparison};
  case BinaryOp::And:
    return {" && ", AndLevel};
  case BinaryOp::Or:
    return {" || ", OrLevel};
  case BinaryOp::Min:
  case BinaryOp::Max:
  case BinaryOp::Power:
    return {nullptr, Primary};
  }
  return {nullptr, Primary};
}

/// Returns the offset and the time level of a read as text, such as `[x-1, t+1]`. Returns an empty
/// string for a read of the cell itself at level t.
std::string placeText(const Program &program, const Offset &offset, int level = 0) {
  std::string inside;
  const auto shift = [&](const std::string &name, int amount) {
    if (amount == 0)
      return;
    inside +=
        (inside.empty() ? "" : ", ") + name + (amount > 0 ? "+" : "") + std::to_string(amount);
  };
  for (int axis = 0; axis < program.rank(); ++axis)
    shift(program.axes[axis], offset[axis]);
  shift("t", level);
  return inside.empty() ? "" : "[" + inside + "]";
}

class TextMaker {
public:
  explicit TextMaker(const Program &program) : program(program) {}

  Text operator()(ExprId id) const {
    const Expr &expr = program[id];
    return match(
        expr.node,
        [&](const Constant &n) {
          // A leading sign binds like a negation.
          return Text{numberText(n.value, expr.type), std::signbit(n.value) ? Prefix : Primary};
        },
        [&](const Param &n) { return Text{program.params[n.param].name, Primary}; },
        [&](const UniformRef &n) { return Text{program.uniforms[n.uniform].name, Primary}; },
        [&](const Position &n) { return Text{program.axes[n.axis], Primary}; },
        [&](const Extent &n) { return Text{"n" + program.axes[n.axis], Primary}; },
        [&](const Read &n) {
          return Text{program.fields[n.field].name + placeText(program, n.offset, n.level),
                      Primary};
        },
        [&](const ProfileRead &n) {
          return Text{program.profiles[n.profile].field.name + placeText(program, n.offset),
                      Primary};
        },
        [&](const PointWeight &n) {
          const std::string &name = program.points[n.points].name;
          return call("weight",
                      n.step.valid() ? name + ", " + program.uniforms[n.step].name : name);
        },
        [&](const Random &n) { return call("random", std::to_string(n.seed)); },
        [&](const Noise &n) {
          return call("noise" + std::to_string(n.part), std::to_string(n.seed) + ", " + text(n.x) +
                                                            ", " + text(n.y) + ", " + text(n.z) +
                                                            ", " + text(n.step));
        },
        [&](const Reduced &n) { return Text{"%r" + std::to_string(n.reduction.index), Primary}; },
        [&](const PreviousValue &n) { return Text{program.kept[n.kept].name + "[t-1]", Primary}; },
        [](const StepNumber &) { return Text{"step", Primary}; },
        [&](const SeriesValue &n) {
          const std::string shift =
              n.shift ? (n.shift > 0 ? "+" : "") + std::to_string(n.shift) : "";
          return Text{program.series[n.series].name + "[step" + shift + "]", Primary};
        },
        [&](const Convert &n) { return call(toString(expr.type), text(n.operand)); },
        [&](const Unary &n) {
          if (n.op == UnaryOp::Negate || n.op == UnaryOp::Not)
            return prefixed(n.op == UnaryOp::Not ? "!" : "-", (*this)(n.operand));
          return call(toString(n.op), text(n.operand));
        },
        [&](const Binary &n) {
          const Infix infix = infixOf(n.op);
          if (!infix.symbol)
            return call(toString(n.op), text(n.lhs) + ", " + text(n.rhs));
          // Operators are left-associative. Comparisons do not chain.
          const Binding tighter = static_cast<Binding>(infix.binding + 1);
          const Binding left = infix.binding == Comparison ? tighter : infix.binding;
          return Text{(*this)(n.lhs).atLeast(left) + infix.symbol + (*this)(n.rhs).atLeast(tighter),
                      infix.binding};
        },
        [&](const Fma &n) { return call("fma", text(n.a) + ", " + text(n.b) + ", " + text(n.c)); },
        [&](const Select &n) {
          return call("select", text(n.condition) + ", " + text(n.then) + ", " + text(n.otherwise));
        });
  }

private:
  std::string text(ExprId id) const { return (*this)(id).text; }
  static Text prefixed(const char *sign, const Text &operand) {
    return {(llvm::Twine(sign) + operand.atLeast(Primary)).str(), Prefix};
  }
  static Text call(const std::string &name, const std::string &arguments) {
    return {name + "(" + arguments + ")", Primary};
  }

  const Program &program;
};

} // namespace

int treeSize(const Program &program, ExprId root, int limit) {
  std::map<ExprId, int> sizes;
  for (ExprId below : reachableFrom(program, {root})) {
    int size = 1;
    forEachOperand(program[below].node,
                   [&](ExprId operand) { size = std::min(limit + 1, size + sizes[operand]); });
    sizes[below] = size;
  }
  return sizes[root];
}

std::string expressionText(const Program &program, ExprId id) {
  constexpr int kLongest = 10000;
  return treeSize(program, id, kLongest) <= kLongest ? TextMaker(program)(id).text : "...";
}

} // namespace stencilc::ir
