/// \file Lower bounds of expressions that hold for all values of the fields. Squares, roots and
/// absolute values are not negative, and a sum of such values is at least as large as each of them.
#include "analysis/LowerBound.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace stencilc::analysis {

using namespace ir;

namespace {

constexpr double kUnknown = -std::numeric_limits<double>::infinity();

/// Computes lower bounds of an expression and of all its operands.
class Bounds {
public:
  Bounds(const Program &program, ExprId root) : program(program) {
    for (ExprId id : reachableFrom(program, {root}))
      found[id] = find(id);
  }

  double of(ExprId id) const { return found.at(id); }

private:
  double find(ExprId id) const {
    return match(
        program[id].node, //
        [](const Constant &n) { return std::isnan(n.value) ? kUnknown : n.value; },
        [](const Random &) { return 0.0; }, [](const Noise &) { return 0.0; },
        [&](const Convert &n) {
          const double bound = of(n.operand);
          return roundTo(bound, program[id].type);
        },
        [&](const Unary &n) {
          const bool isPositive =
              n.op == UnaryOp::Sqrt || n.op == UnaryOp::Abs || n.op == UnaryOp::Exp;
          return isPositive ? 0.0 : kUnknown;
        },
        [&](const Binary &n) { return ofBinary(n); },
        [&](const Fma &n) { return isPositiveProduct(n.a, n.b) ? of(n.c) : kUnknown; },
        [&](const Select &n) { return std::min(of(n.then), of(n.otherwise)); },
        [](const auto &) { return kUnknown; });
  }

  double ofBinary(const Binary &n) const {
    switch (n.op) {
    case BinaryOp::Add: {
      const double low = std::min(of(n.lhs), of(n.rhs)), high = std::max(of(n.lhs), of(n.rhs));
      return low >= 0 ? high : kUnknown;
    }
    case BinaryOp::Multiply:
      return isPositiveProduct(n.lhs, n.rhs) ? 0 : kUnknown;
    case BinaryOp::Divide:
      return of(n.lhs) >= 0 && of(n.rhs) >= 0 ? 0 : kUnknown;
    case BinaryOp::Min:
      return std::min(of(n.lhs), of(n.rhs));
    case BinaryOp::Max: // a > b ? a : b, so b if a is NaN
      return std::holds_alternative<Constant>(program[n.lhs].node) ? std::max(of(n.lhs), of(n.rhs))
                                                                   : of(n.rhs);
    default:
      return kUnknown;
    }
  }

  bool isPositiveProduct(ExprId a, ExprId b) const { return a == b || (of(a) >= 0 && of(b) >= 0); }

  const Program &program;
  std::map<ExprId, double> found;
};

} // namespace

double lowerBound(const Program &program, ExprId id) { return Bounds(program, id).of(id); }

} // namespace stencilc::analysis
