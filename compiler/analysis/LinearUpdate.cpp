/// \file The coefficients of a program's update, if the update is linear.
///
/// The expression graph is traversed twice. Upwards, each node is classified by its dependence on
/// the field, and nodes with the same value for all cells are evaluated. Downwards, each node gets
/// the factor with which it enters the result. The time is linear in the number of nodes, however
/// many offsets are read.
#include "analysis/LinearUpdate.h"
#include "ir/Fold.h"
#include "ir/Walk.h"
#include "support/Match.h"
#include <cmath>

namespace stencilc::analysis {

namespace {

/// How the value of a node depends on the field.
enum class Kind : std::uint8_t {
  Uniform,   // the same known value for all cells
  Source,    // differs between cells, does not depend on the field
  Linear,    // linear in the field, plus a source
  Nonlinear, // anything else
};

/// A node of the expression graph, and how it depends on the field. A node that is equal for all
/// cells has a value. A linear one has a weight: the factor with which it enters the result of the
/// update.
struct Node {
  Kind kind = Kind::Nonlinear;
  double value = 0;  // Uniform
  double weight = 0; // Linear: factor in the result
};

/// Finds the coefficients of one stage, if it is linear in its field.
class Linearisation {
public:
  Linearisation(const ir::Program &program, const std::vector<double> &params)
      : program(program), params(params), nodes(program.exprs.size()) {}

  std::optional<LinearUpdate> run(const ir::Stage &stage) {
    update.field = stage.target;
    const std::vector<ir::ExprId> order = ir::reachableFrom(program, {stage.value});
    // The whole pool is classified, so that the values of uniforms are known before they are used.
    for (ir::ExprId id : program.exprs.ids())
      at(id) = classify(program[id].node);
    if (at(stage.value).kind != Kind::Linear)
      return std::nullopt;
    at(stage.value).weight = 1;
    for (auto id = order.rbegin(); id != order.rend(); ++id)
      if (at(*id).kind == Kind::Linear)
        distribute(program[*id].node, at(*id).weight);
    for (const auto &[tap, coefficient] : update.coefficients)
      if (!std::isfinite(coefficient))
        return std::nullopt;
    return std::move(update);
  }

private:
  Node &at(ir::ExprId id) { return nodes[id.index]; }
  Kind kind(ir::ExprId id) { return at(id).kind; }
  static Node uniform(double value) { return {Kind::Uniform, value, 0}; }
  static Node of(Kind kind) { return {kind, 0, 0}; }

  /// Returns the dependence on the field of a sum or difference whose operands have the dependences
  /// `a` and `b`.
  static Kind sum(Kind a, Kind b) { return std::max(a, b); }
  static Kind product(Kind a, Kind b) {
    if (a == Kind::Uniform || b == Kind::Uniform)
      return std::max(a, b);
    return a == Kind::Source && b == Kind::Source ? Kind::Source : Kind::Nonlinear;
  }
  /// Returns how f(x), such as a square root, depends on the field if x depends on the field as `a`
  /// says. The result is Nonlinear if `a` is Linear, and `a` otherwise.
  static Kind function(Kind a) { return a == Kind::Linear ? Kind::Nonlinear : a; }

  Node classify(const ir::ExprNode &node) {
    const auto known = [&](auto... ids) { return ((kind(ids) == Kind::Uniform) && ...); };
    return match(
        node, [](const ir::Constant &n) { return uniform(n.value); },
        [&](const ir::Param &n) { return uniform(params[n.param.index]); },
        [&](const ir::UniformRef &n) { return at(program.uniforms[n.uniform].value); },
        [](const ir::Position &) { return of(Kind::Source); },
        [&](const ir::Extent &n) {
          return program.sizeHint ? uniform(static_cast<double>((*program.sizeHint)[n.axis] +
                                                                program.wider[n.axis]))
                                  : of(Kind::Nonlinear);
        },
        [&](const ir::Read &n) {
          if (n.field != update.field)
            return of(Kind::Source);
          return of(n.level <= 0 ? Kind::Linear : Kind::Nonlinear);
        },
        [](const ir::ProfileRead &) { return of(Kind::Source); },
        [](const ir::PointWeight &) { return of(Kind::Source); },
        [](const ir::Random &) { return of(Kind::Source); },
        [](const ir::Noise &) { return of(Kind::Source); },
        [](const ir::Reduced &) { return of(Kind::Source); },
        [](const ir::PreviousValue &) { return of(Kind::Source); },
        [](const ir::StepNumber &) { return of(Kind::Source); },
        [](const ir::SeriesValue &) { return of(Kind::Source); },
        [&](const ir::Convert &n) { return at(n.operand); },
        [&](const ir::Unary &n) {
          if (known(n.operand))
            return uniform(ir::foldUnary(n.op, at(n.operand).value, ir::ScalarType::F64));
          const Kind operand = kind(n.operand);
          return of(n.op == ir::UnaryOp::Negate ? operand : function(operand));
        },
        [&](const ir::Binary &n) {
          if (known(n.lhs, n.rhs))
            return uniform(
                ir::foldBinary(n.op, at(n.lhs).value, at(n.rhs).value, ir::ScalarType::F64));
          return of(binaryKind(n.op, kind(n.lhs), kind(n.rhs)));
        },
        [&](const ir::Fma &n) {
          if (known(n.a, n.b, n.c))
            return uniform(std::fma(at(n.a).value, at(n.b).value, at(n.c).value));
          return of(sum(product(kind(n.a), kind(n.b)), kind(n.c)));
        },
        [&](const ir::Select &n) {
          if (known(n.condition))
            return at(at(n.condition).value != 0 ? n.then : n.otherwise);
          return of(function(sum(kind(n.condition), sum(kind(n.then), kind(n.otherwise)))));
        });
  }

  static Kind binaryKind(ir::BinaryOp op, Kind lhs, Kind rhs) {
    switch (op) {
    case ir::BinaryOp::Add:
    case ir::BinaryOp::Subtract:
      return sum(lhs, rhs);
    case ir::BinaryOp::Multiply:
      return product(lhs, rhs);
    case ir::BinaryOp::Divide:
      return rhs == Kind::Uniform ? lhs : product(lhs, function(rhs));
    default:
      return function(sum(lhs, rhs));
    }
  }

  /// Passes the weight of `node` on to its operands that contain the field. The weight of a value
  /// is the factor with which it enters the result of the update, and `weight` is that of `node`.
  /// An operand gets `weight` times its factor in `node`. A read adds `weight` to its coefficient.
  void distribute(const ir::ExprNode &node, double weight) {
    const auto give = [&](ir::ExprId id, double share) {
      if (kind(id) == Kind::Linear)
        at(id).weight += share;
    };
    const auto giveProduct = [&](ir::ExprId a, ir::ExprId b) {
      give(a, weight * at(b).value);
      give(b, weight * at(a).value);
    };
    const auto nothing = [](const auto &) {};
    match(
        node, [&](const ir::Constant &n) { nothing(n); }, [&](const ir::Param &n) { nothing(n); },
        [&](const ir::UniformRef &n) { nothing(n); }, [&](const ir::Position &n) { nothing(n); },
        [&](const ir::Extent &n) { nothing(n); },
        [&](const ir::Read &n) { update.coefficients[{n.level, n.offset}] += weight; },
        [&](const ir::ProfileRead &n) { nothing(n); },
        [&](const ir::PointWeight &n) { nothing(n); }, [&](const ir::Random &n) { nothing(n); },
        [&](const ir::Noise &n) { nothing(n); }, [&](const ir::Reduced &n) { nothing(n); },
        [&](const ir::PreviousValue &n) { nothing(n); },
        [&](const ir::StepNumber &n) { nothing(n); }, [&](const ir::SeriesValue &n) { nothing(n); },
        [&](const ir::Convert &n) { give(n.operand, weight); },
        [&](const ir::Unary &n) { give(n.operand, -weight); }, // only Negate is linear
        [&](const ir::Binary &n) {
          if (n.op == ir::BinaryOp::Multiply) {
            giveProduct(n.lhs, n.rhs);
          } else if (n.op == ir::BinaryOp::Divide) {
            give(n.lhs, weight / at(n.rhs).value);
          } else {
            give(n.lhs, weight);
            give(n.rhs, n.op == ir::BinaryOp::Subtract ? -weight : weight);
          }
        },
        [&](const ir::Fma &n) {
          giveProduct(n.a, n.b);
          give(n.c, weight);
        },
        [&](const ir::Select &n) { // linear only with a known condition
          give(at(n.condition).value != 0 ? n.then : n.otherwise, weight);
        });
  }

  const ir::Program &program;
  const std::vector<double> &params;
  std::vector<Node> nodes; // by ExprId
  LinearUpdate update;
};

} // namespace

std::optional<LinearUpdate> linearUpdate(const ir::Program &program,
                                         const std::vector<double> &params) {
  if (program.stages.size() != 1)
    return std::nullopt;
  return Linearisation(program, params).run(*program.stages.begin());
}

} // namespace stencilc::analysis
