/// \file Evaluates expressions of the IR cell by cell, for the interpreter.
#pragma once

#include "ir/Walk.h"
#include "ir/interpreter/Interpreter.h"
#include "ir/interpreter/InterpreterArithmetic.h"
#include "ir/interpreter/InterpreterNoise.h"
#include "support/Match.h"
#include <array>
#include <functional>
#include <vector>

namespace stencilc::ir {

using Cell = std::array<std::int64_t, kMaxAxes>;

/// Inputs of an expression: scalars of the run and of the time step, and callbacks for values that
/// depend on the cell. `read` returns the value of a field at any cell, with boundaries applied.
struct Surroundings {
  const Program &program;
  const RunSetup &setup;
  const std::vector<double> &uniforms;
  std::int64_t steps; // number of completed time steps
  std::function<double(const Read &, const Cell &)> read;
  /// Returns the value of a profile (a field over some of the axes). May be empty for expressions
  /// that are not evaluated at cells.
  std::function<double(const ProfileRead &, const Cell &)> profile = {};
  /// Returns the sum of the weights that the points of a source have at a cell. May be empty for
  /// expressions that are not evaluated at cells.
  std::function<double(const PointWeight &, const Cell &)> weight = {};
  std::function<double(ReductionId)> reduced = {}; // null if no expression contains Reduced
  const std::vector<double> *earlier = nullptr;    // by KeptId; null if not needed
};

/// Evaluator of one expression, at any number of cells.
class Evaluator {
public:
  Evaluator(const Surroundings &around, ExprId root)
      : around(around), root(root), order(reachableFrom(around.program, {root})),
        values(around.program.exprs.size()) {}

  /// Returns the value of the expression at `cell`.
  double at(const Cell &cell) {
    for (ExprId id : order)
      values[id.index] = evaluate(around.program[id], cell);
    return values[root.index];
  }

private:
  double value(ExprId id) const { return values[id.index]; }

  double evaluate(const Expr &expr, const Cell &cell) const {
    const Program &program = around.program;
    return match(
        expr.node, [&](const Constant &n) { return n.value; },
        [&](const Param &n) { return around.setup.params[n.param.index]; },
        [&](const UniformRef &n) { return around.uniforms[n.uniform.index]; },
        [&](const Position &n) {
          return evaluateConvert(static_cast<double>(cell[n.axis]), expr.type);
        },
        [&](const Extent &n) {
          return evaluateConvert(static_cast<double>(around.setup.extents[n.axis]), expr.type);
        },
        [&](const Read &n) { return around.read(n, cell); },
        [&](const ProfileRead &n) { return around.profile(n, cell); },
        [&](const PointWeight &n) { return around.weight(n, cell); },
        [&](const Random &n) {
          const Extents &size = around.setup.extents;
          const std::int64_t linear = cell[0] + size[0] * (cell[1] + size[1] * cell[2]);
          return randomNumber(n.seed, static_cast<std::uint64_t>(linear));
        },
        [&](const Reduced &n) { return around.reduced(n.reduction); },
        [&](const PreviousValue &n) { return around.earlier->at(n.kept.index); },
        [&](const StepNumber &) { return static_cast<double>(around.steps); },
        [&](const SeriesValue &n) { return seriesValue(n); },
        [&](const Convert &n) { return evaluateConvert(value(n.operand), expr.type); },
        [&](const Unary &n) {
          return evaluateUnary(n.op, value(n.operand), program[n.operand].type);
        },
        [&](const Binary &n) {
          return evaluateBinary(n.op, value(n.lhs), value(n.rhs), program[n.lhs].type);
        },
        [&](const Fma &n) { return evaluateFma(value(n.a), value(n.b), value(n.c), expr.type); },
        [&](const Select &n) {
          return value(n.condition) != 0 ? value(n.then) : value(n.otherwise);
        },
        [&](const Noise &n) {
          return evaluateNoise(n.seed, n.part, {value(n.x), value(n.y), value(n.z)}, value(n.step),
                               expr.type);
        });
  }

  double seriesValue(const SeriesValue &n) const {
    const std::vector<std::vector<double>> &all = around.setup.series;
    if (n.series.index >= all.size())
      return 0;
    const std::vector<double> &numbers = all[n.series.index];
    const std::int64_t at = around.steps + n.shift;
    const bool isThere = at >= 0 && at < static_cast<std::int64_t>(numbers.size());
    return isThere ? numbers[static_cast<std::size_t>(at)] : 0;
  }

  const Surroundings &around;
  ExprId root;
  std::vector<ExprId> order;
  std::vector<double> values; // indexed by ExprId::index
};

} // namespace stencilc::ir
