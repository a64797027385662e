/// \file Divisions with deferred checks: a kernel tests their operands once for each row of cells,
/// not in each division.
#include "analysis/DeferredQuotients.h"
#include "ir/Walk.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::analysis {

using namespace ir;

namespace {

/// Finds the divisions whose operands a kernel may test once for each row of cells (deferred
/// checks).
class Finder {
public:
  Finder(const Program &program, const std::function<bool(ExprId)> &isKnown)
      : program(program), isKnown(isKnown) {}

  DeferredQuotients below(const std::vector<ExprId> &roots) {
    for (ExprId root : roots)
      visit(root);
    std::set<ExprId> holding; // values that are not finite if a division is not
    for (ExprId id : order) {
      const bool isDeferred = mayBeDeferred(id);
      if (isDeferred)
        told.quotients.insert(id);
      if (isDeferred ||
          llvm::any_of(carriers(id), [&](ExprId operand) { return holding.count(operand); }))
        holding.insert(id);
    }
    std::set<ExprId> seen; // values checked by a result; users come before operands
    for (ExprId id : llvm::reverse(order)) {
      if (!holding.count(id))
        continue;
      if (seen.insert(id).second)
        told.results.insert(id);
      for (ExprId operand : carriers(id))
        seen.insert(operand);
    }
    return std::move(told);
  }

private:
  /// Visits the expressions that are computed for every cell, operands first. Branches of a
  /// `select` whose condition depends on cells are skipped.
  void visit(ExprId id) {
    if (isKnown(id) || !visited.insert(id).second)
      return;
    if (const auto *choice = std::get_if<Select>(&program[id].node);
        choice && asksCells(choice->condition))
      visit(choice->condition);
    else
      forEachOperand(program[id].node, [&](ExprId operand) { visit(operand); });
    order.push_back(id);
  }
  bool asksCells(ExprId id) const {
    const ExprNode &node = program[id].node;
    if (std::holds_alternative<Read>(node) || std::holds_alternative<ProfileRead>(node) ||
        std::holds_alternative<PointWeight>(node) || (!isLeaf(node) && isKnown(id)))
      return true;
    bool does = false;
    forEachOperand(node, [&](ExprId operand) { does = does || asksCells(operand); });
    return does;
  }

  bool mayBeDeferred(ExprId id) const {
    const auto *quotient = std::get_if<Binary>(&program[id].node);
    if (!quotient || quotient->op != BinaryOp::Divide || program[id].type != ScalarType::F32 ||
        std::holds_alternative<Constant>(program[quotient->rhs].node))
      return false;
    const auto *root = std::get_if<Unary>(&program[quotient->rhs].node);
    return !root || root->op != UnaryOp::Sqrt;
  }

  /// Returns the operands of `id` that determine its finiteness: if one of them is infinite or NaN,
  /// so is the value of `id`.
  std::vector<ExprId> carriers(ExprId id) const {
    const ExprNode &node = program[id].node;
    if (const auto *sum = std::get_if<Fma>(&node))
      return {sum->a, sum->b, sum->c};
    if (const auto *unary = std::get_if<Unary>(&node))
      return unary->op == UnaryOp::Negate || unary->op == UnaryOp::Abs || unary->op == UnaryOp::Sqrt
                 ? std::vector{unary->operand}
                 : std::vector<ExprId>();
    const auto *binary = std::get_if<Binary>(&node);
    if (!binary)
      return {};
    switch (binary->op) {
    case BinaryOp::Add:
    case BinaryOp::Subtract:
    case BinaryOp::Multiply:
      return {binary->lhs, binary->rhs};
    case BinaryOp::Divide: // x / infinity is 0, unless its check is deferred
      return mayBeDeferred(id) ? std::vector{binary->lhs, binary->rhs} : std::vector{binary->lhs};
    default:
      return {};
    }
  }

  const Program &program;
  const std::function<bool(ExprId)> &isKnown;
  std::set<ExprId> visited;
  std::vector<ExprId> order;
  DeferredQuotients told;
};

} // namespace

DeferredQuotients deferredQuotients(const Program &program, const std::vector<ExprId> &roots,
                                    const std::function<bool(ExprId)> &isKnown) {
  return Finder(program, isKnown).below(roots);
}

} // namespace stencilc::analysis
