/// \file Rare arguments of roots, asked for by the row instead of by the cell.
#include "analysis/PerRoot.h"
#include "ir/Walk.h"
#include "kernel/Passes.h"
#include "kernel/Walk.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {
namespace {

/// A loop over the cells of a thread that may be done a second time.
class CellLoop {
public:
  CellLoop(Module &module, StmtId id)
      : module(module), id(id), loop(std::get<For>(module.stmts[id].node)) {}

  /// What stands for the loop: one without tests, and behind it, where something was rare, the loop
  /// as it was. Nothing if it has no roots, or another time would find other values.
  std::optional<Body> split() {
    if (loop.repeat == Repeat::Rolled || loop.step.valid() || !mayBeRepeated() || !hasRoots())
      return {};
    const VarId rare = module.vars.add(Var{"rare", Type{Type::RareRoots}});
    Stmt quick = module.stmts[id];
    For &cells = std::get<For>(quick.node);
    for (StmtId &stmt : cells.body)
      stmt = telling(stmt, rare);
    const ExprId areThere = module.make(Member{module.use(rare), "areThere", true, {}});
    return Body{module.stmts.add(Stmt{Declare{{{rare, module.make(Braced{})}}}}),
                module.stmts.add(std::move(quick)), module.stmts.add(Stmt{If{areThere, {id}, {}}})};
  }

private:
  /// The variable whose elements `to` is one of, if it is a local array or a parameter that is one.
  std::optional<VarId> arrayOf(ExprId to, std::set<VarId> &read) const {
    ExprId at = to;
    while (const auto *element = std::get_if<Element>(&module.exprs[at])) {
      namedIn(element->index, read);
      at = element->base;
    }
    const auto *variable = std::get_if<Variable>(&module.exprs[at]);
    if (!variable || at == to || module.vars[variable->var].extents.empty())
      return {};
    return variable->var;
  }
  void namedIn(ExprId expr, std::set<VarId> &vars) const {
    if (const auto *variable = std::get_if<Variable>(&module.exprs[expr]))
      vars.insert(variable->var);
    for (ExprId operand : operandsOf(module.exprs[expr]))
      namedIn(operand, vars);
  }
  /// Whether an expression is made of values, places in arrays, and numbers.
  bool isPlain(ExprId expr) const {
    const Expr &node = module.exprs[expr];
    return !std::holds_alternative<Call>(node) && !std::holds_alternative<Closure>(node) &&
           llvm::all_of(operandsOf(node), [&](ExprId operand) { return isPlain(operand); });
  }

  /// Whether the body only gives values to arrays that it does not read.
  bool mayBeRepeated() const {
    std::set<VarId> read, written;
    for (StmtId stmt : loop.body) {
      const StmtNode &node = module.stmts[stmt].node;
      const auto *assign = std::get_if<Assign>(&node);
      if (!assign && !std::holds_alternative<Declare>(node))
        return false;
      for (ExprId expr : exprsOf(module.stmts[stmt]))
        if (!isPlain(expr))
          return false;
      if (!assign) {
        for (ExprId expr : exprsOf(module.stmts[stmt]))
          namedIn(expr, read);
        continue;
      }
      const std::optional<VarId> array = arrayOf(assign->to, read);
      if (!array || assign->how != How::Set)
        return false;
      written.insert(*array);
      namedIn(assign->from, read);
    }
    return llvm::none_of(written, [&](VarId var) { return read.count(var); });
  }

  bool hasRoots() const {
    bool found = false;
    forEachExprBelow(module, loop.body, [&](ExprId expr) {
      if (const auto *value = std::get_if<Computed>(&module.exprs[expr]))
        found |= hasRoots(*value, value->value);
    });
    return found;
  }
  bool hasRoots(const Computed &value, ir::ExprId at) const {
    if (value.leaves.count(at))
      return false;
    bool found = analysis::mayTellRareRoots(*module.program, at);
    ir::forEachOperand((*module.program)[at].node,
                       [&](ir::ExprId operand) { found = found || hasRoots(value, operand); });
    return found;
  }

  /// A statement whose values tell `rare` of their arguments.
  StmtId telling(StmtId stmt, VarId rare) {
    Stmt copy = module.stmts[stmt];
    forEachExpr(copy, [&](ExprId &expr) { expr = tellingExpr(expr, rare); });
    return module.stmts.add(std::move(copy));
  }
  ExprId tellingExpr(ExprId expr, VarId rare) {
    Expr copy = module.exprs[expr];
    forEachOperand(copy, [&](ExprId &operand) { operand = tellingExpr(operand, rare); });
    if (auto *value = std::get_if<Computed>(&copy))
      value->rare = module.use(rare);
    return module.make(std::move(copy));
  }

  Module &module;
  const StmtId id;
  const For loop;
};

void splitLoops(Module &module, Body &body) {
  Body now;
  for (StmtId id : body) {
    if (std::holds_alternative<For>(module.stmts[id].node))
      if (const std::optional<Body> split = CellLoop(module, id).split()) {
        llvm::append_range(now, *split);
        continue;
      }
    Stmt stmt = module.stmts[id]; // statements that are made may move the pool
    for (Body *inner : bodiesOf(stmt))
      splitLoops(module, *inner);
    module.stmts[id] = std::move(stmt);
    now.push_back(id);
  }
  body = std::move(now);
}

} // namespace

Module rareByRow(Module module) {
  for (FunctionId function : module.order) {
    Body body = module.functions[function].body;
    splitLoops(module, body);
    module.functions[function].body = std::move(body);
  }
  return module;
}

} // namespace stencilc::kernel
