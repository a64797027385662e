/// \file Values with quotients or roots whose special operands, such as zeros, can be recorded and
/// checked later.
#include "kernel/passes/SpecialValues.h"
#include "analysis/DeferredQuotients.h"
#include "analysis/PerRoot.h"
#include "ir/Walk.h"
#include "kernel/Walk.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {

namespace {
/// Returns true if `at` or an operand below it in `value` is a constant divided by a square root
/// with a deferred check. Such a root notes special operands, such as zeros, in a variable that is
/// checked later. `seen` has the operands already searched, because values share operands.
bool hasRoots(const Module &module, const Computed &value, ir::ExprId at,
              std::set<ir::ExprId> &seen) {
  if (value.leaves.count(at) || !seen.insert(at).second)
    return false;
  bool found = analysis::mayFlagSpecialRoots(*module.program, at);
  ir::forEachOperand((*module.program)[at].node, [&](ir::ExprId operand) {
    found = found || hasRoots(module, value, operand, seen);
  });
  return found;
}
} // namespace

bool hasRoots(const Module &module, ExprId expr) {
  const auto *value = std::get_if<Computed>(&module.exprs[expr]);
  std::set<ir::ExprId> seen;
  return (value && hasRoots(module, *value, value->value, seen)) ||
         llvm::any_of(operandsOf(module.exprs[expr]),
                      [&](ExprId operand) { return hasRoots(module, operand); });
}

int countQuotients(const Module &module, ExprId expr) {
  int count = 0;
  if (const auto *value = std::get_if<Computed>(&module.exprs[expr]))
    count = static_cast<int>(
        analysis::deferredQuotients(*module.program, {value->value}, [&](ir::ExprId id) {
          return value->leaves.count(id) > 0;
        }).quotients.size());
  for (ExprId operand : operandsOf(module.exprs[expr]))
    count += countQuotients(module, operand);
  return count;
}

int countQuotients(const Module &module, const Body &body) {
  int count = 0;
  for (StmtId stmt : body)
    for (ExprId expr : exprsOf(module.stmts[stmt]))
      count += countQuotients(module, expr);
  return count;
}

bool hidesQuotients(const Module &module, StmtId stmt) {
  for (ExprId expr : exprsOf(module.stmts[stmt]))
    if (!std::holds_alternative<Computed>(module.exprs[expr]) && countQuotients(module, expr))
      return true;
  return false;
}

ExprId flagging(Module &module, ExprId expr, VarId rare) {
  Expr copy = module.exprs[expr];
  forEachOperand(copy, [&](ExprId &operand) { operand = flagging(module, operand, rare); });
  if (auto *value = std::get_if<Computed>(&copy))
    value->rare = module.use(rare);
  return module.make(std::move(copy));
}

StmtId flagging(Module &module, StmtId stmt, VarId rare) {
  Stmt copy = module.stmts[stmt];
  forEachExpr(copy, [&](ExprId &expr) { expr = flagging(module, expr, rare); });
  return module.stmts.add(std::move(copy));
}

std::pair<VarId, StmtId> declareSpecial(Module &module) {
  const VarId rare = module.vars.add(Var{"rare", Type{Type::SpecialOperands}});
  return {rare, module.stmts.add(Stmt{Declare{{{rare, module.make(InitList{})}}}})};
}

StmtId ifSpecial(Module &module, VarId rare, Body again) {
  const ExprId areThere = module.make(Member{module.use(rare), "areThere", true, {}});
  return module.stmts.add(Stmt{If{areThere, std::move(again), {}}});
}

} // namespace stencilc::kernel
