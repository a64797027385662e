/// \file Traversal of the expression DAG: operands of a node, nodes below a root.
#include "ir/Walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <utility>

namespace stencilc::ir {

bool isUpdated(const Program &program, FieldId field) {
  return llvm::any_of(program.stages, [=](const Stage &stage) { return stage.target == field; });
}

std::set<FieldId> receivedFields(const Program &program) {
  std::set<FieldId> fields;
  for (const PointsDecl &points : program.points)
    if (points.isReceiver())
      fields.insert(points.field);
  return fields;
}

bool isLeaf(const ExprNode &node) {
  bool hasOperands = false;
  forEachOperand(node, [&](ExprId) { hasOperands = true; });
  return !hasOperands;
}

bool changesInTime(const Program &program, ExprId root) {
  return contains<StepNumber>(program, root) || contains<SeriesValue>(program, root) ||
         contains<Reduced>(program, root) || contains<PreviousValue>(program, root) ||
         contains<UniformRef>(program, root, [&](const UniformRef &node) {
           return program.uniforms[node.uniform].isOfStep;
         });
}

bool asksForStep(const Program &program) {
  return llvm::any_of(program.exprs, [](const Expr &expr) {
    return std::holds_alternative<StepNumber>(expr.node) ||
           std::holds_alternative<SeriesValue>(expr.node);
  });
}

std::vector<ExprId> reachableFrom(const Program &program, const std::vector<ExprId> &roots) {
  // The time is proportional to the nodes found, not to the pool, because callers do this once for
  // each stage.
  llvm::DenseSet<std::uint32_t> seen;
  std::vector<ExprId> found, open;
  const auto meet = [&](ExprId id) {
    if (seen.insert(id.index).second)
      open.push_back(id);
  };
  for (ExprId root : roots)
    meet(root);
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    found.push_back(id);
    forEachOperand(program[id].node, meet);
  }
  std::sort(found.begin(), found.end());
  return found;
}

namespace {

/// Builder of a new pool of expressions, without unused ones. It copies an expression or a uniform
/// (a scalar equal for all cells) when it is first needed.
class Compaction {
public:
  explicit Compaction(const Program &from)
      : from(from), newIds(from.exprs.size()), newUniforms(from.uniforms.size()) {}

  /// Copies expression `id` and all its operands, operands first. Returns the new id; an invalid id
  /// stays invalid. Uses an explicit stack, because a long sum is a deep expression.
  ExprId operator()(ExprId id) {
    std::vector<ExprId> open;
    if (id.valid())
      open.push_back(id);
    while (!open.empty()) {
      const ExprId top = open.back();
      const std::size_t before = open.size();
      if (!newIds[top.index].valid()) {
        const auto need = [&](ExprId operand) {
          if (!newIds[operand.index].valid())
            open.push_back(operand);
        };
        forEachNeeded(from[top].node, need);
        // The leftmost operand is copied first.
        std::reverse(open.begin() + static_cast<std::ptrdiff_t>(before), open.end());
      }
      if (open.size() == before) {
        open.pop_back();
        if (!newIds[top.index].valid())
          copy(top);
      }
    }
    return id.valid() ? newIds[id.index] : id;
  }

  Store<ExprId, Expr> exprs;
  Store<UniformId, Uniform> uniforms;
  std::map<ExprId, std::string> names;

private:
  /// Calls `need` with each operand of `node`. If the node refers to a uniform (a scalar that the
  /// host computes), calls `need` with the value of that scalar.
  template <class Need> void forEachNeeded(const decltype(Expr::node) &node, Need need) const {
    // The addend of an fma is the preceding sum. It is copied first for readable output.
    if (const auto *fma = std::get_if<Fma>(&node))
      need(fma->c);
    forEachOperand(node, need);
    if (const auto *reference = std::get_if<UniformRef>(&node))
      need(from.uniforms[reference->uniform].value);
    if (const auto *weight = std::get_if<PointWeight>(&node); weight && weight->step.valid())
      need(from.uniforms[weight->step].value);
  }

  void copy(ExprId id) {
    Expr expr = from[id];
    forEachOperand(expr.node, [&](ExprId &operand) { operand = newIds[operand.index]; });
    if (auto *reference = std::get_if<UniformRef>(&expr.node))
      reference->uniform = moved(reference->uniform);
    if (auto *weight = std::get_if<PointWeight>(&expr.node); weight && weight->step.valid())
      weight->step = moved(weight->step);
    newIds[id.index] = exprs.add(expr);
    if (const auto name = from.exprNames.find(id); name != from.exprNames.end())
      names.emplace(newIds[id.index], name->second);
  }

  /// Returns the id in the new pool of a uniform, a scalar that the host computes. Precondition:
  /// its value has been copied.
  UniformId moved(UniformId id) {
    UniformId &known = newUniforms[id.index];
    if (!known.valid()) {
      Uniform uniform = from.uniforms[id];
      uniform.value = newIds[uniform.value.index];
      known = uniforms.add(std::move(uniform));
    }
    return known;
  }

  const Program &from;
  std::vector<ExprId> newIds;
  std::vector<UniformId> newUniforms;
};

void moveField(Compaction &move, FieldDecl &field) {
  for (auto &faces : field.boundary)
    for (Boundary &face : faces)
      face.value = move(face.value);
  field.init = move(field.init);
  for (OlderInit &older : field.olderInits)
    older.value = move(older.value);
}

/// Copies the expressions of coordinate ranges to the new pool, for all points or all saved fields.
template <class Declarations> void moveRanges(Compaction &move, Declarations &all) {
  for (auto &each : all)
    for (PointsAlong &along : each.along)
      for (ExprId *place : {&along.first, &along.last, &along.by})
        *place = move(*place);
}

} // namespace

Program compact(Program program) {
  const Program from = program;
  Compaction move(from);
  for (FieldDecl &field : program.fields)
    moveField(move, field);
  for (ProfileDecl &profile : program.profiles)
    moveField(move, profile.field);
  for (Stage &stage : program.stages)
    stage.value = move(stage.value);
  for (Reduction &reduction : program.reductions)
    reduction.value = move(reduction.value);
  for (Report &report : program.reports)
    report.value = move(report.value);
  for (Rule &rule : program.rules)
    rule.condition = move(rule.condition);
  for (Repeat &repeat : program.repeats)
    repeat.until = move(repeat.until);
  for (CarriedScalar &kept : program.kept) {
    kept.value = move(kept.value);
    kept.init = move(kept.init);
  }
  moveRanges(move, program.points);
  moveRanges(move, program.saves);
  program.timestep = move(program.timestep);
  program.exprs = std::move(move.exprs);
  program.uniforms = std::move(move.uniforms);
  program.exprNames = std::move(move.names);
  return program;
}

} // namespace stencilc::ir
