/// \file The pass weighRows: moves look-ups of source weights (factors with which a source acts on
/// a cell) to a loop of their own. It precedes the update of a row, and runs only if the row has a
/// cell with a weight.
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {
namespace {

/// A loop over the cells of a row. Look-ups of source weights (factors with which a source acts on
/// a cell) are moved from it to a loop before it.
class RowLoop {
public:
  RowLoop(Module &module, StmtId loop)
      : module(module), loop(std::get<For>(module.stmts[loop].node)) {
    forEachStmt(module, this->loop.body, [&](StmtId id) {
      if (const auto *declare = std::get_if<Declare>(&module.stmts[id].node))
        for (const auto &[var, value] : declare->vars)
          inside.insert(var);
      else if (const auto *inner = std::get_if<For>(&module.stmts[id].node))
        inside.insert(inner->var);
    });
  }

  /// Moves look-ups of source weights (factors with which a source acts on a cell) out of this
  /// row's loop. Returns the statements to insert before it: an array of weights, and a loop that
  /// fills the array if the row has a cell with a weight.
  Body hoist() {
    Body before;
    if (module.valueOf(loop.begin) == 0 && isKnown(loop.end) && !loop.step.valid())
      for (StmtId id : loop.body)
        if (const std::optional<Member> call = weightIn(id))
          hoist(id, *call, before);
    return before;
  }

private:
  bool isKnown(ExprId count) const {
    const auto *constant = std::get_if<Variable>(&module.exprs[count]);
    return module.valueOf(count) || (constant && module.vars[constant->var].isCompileTime);
  }
  bool names(ExprId id, const std::set<VarId> &vars) const {
    const auto *variable = std::get_if<Variable>(&module.exprs[id]);
    return (variable && vars.count(variable->var)) ||
           llvm::any_of(operandsOf(module.exprs[id]),
                        [&](ExprId operand) { return names(operand, vars); });
  }

  /// Returns the call in statement `id` that looks up the weight with which a source acts on a
  /// cell, if it can be moved before the loop. Of its arguments, only the first coordinate may
  /// depend on variables of the loop. Returns `nullopt` otherwise.
  std::optional<Member> weightIn(StmtId id) const {
    const auto *declare = std::get_if<Declare>(&module.stmts[id].node);
    if (!declare || declare->vars.size() != 1 || !declare->vars.front().second.valid())
      return {};
    const auto *call = std::get_if<Member>(&module.exprs[declare->vars.front().second]);
    if (!call || call->name != "weight" ||
        !std::holds_alternative<PointsTable>(module.exprs[call->of]))
      return {};
    std::set<VarId> ofCell = inside;
    const bool isOfRow = llvm::none_of(call->arguments, [&](ExprId argument) {
      const bool isIn = names(argument, ofCell);
      ofCell.insert(loop.var); // the first coordinate may have it
      return isIn;
    });
    return isOfRow ? std::optional(*call) : std::nullopt;
  }

  void hoist(StmtId id, const Member &call, Body &before) {
    const VarId weight = std::get<Declare>(module.stmts[id].node).vars.front().first;
    const VarId all =
        module.vars.add(Var{"weights", module.vars[weight].type, false, false, false, {loop.end}});
    const ExprId ofCell = module.make(Element{module.use(all), module.use(loop.var)});
    For fill = loop;
    fill.body = {module.stmts.add(Stmt{Assign{ofCell, module.make(call)}})};
    const ExprId hasAny =
        module.make(Member{call.of, "has", true, {call.arguments[1], call.arguments[2]}});
    before.push_back(module.stmts.add(Stmt{Declare{{{all, module.make(InitList{})}}}}));
    before.push_back(module.stmts.add(Stmt{If{hasAny, {module.stmts.add(Stmt{fill})}, {}}}));
    module.stmts[id].node = Declare{{{weight, ofCell}}};
  }

  Module &module;
  const For loop;
  std::set<VarId> inside; // variables declared in the loop
};

void weighRowsIn(Module &module, Body &body) {
  Body now;
  for (StmtId id : body) {
    if (std::holds_alternative<For>(module.stmts[id].node))
      llvm::append_range(now, RowLoop(module, id).hoist());
    Stmt stmt = module.stmts[id]; // copied, because new statements may move the pool
    for (Body *inner : bodiesOf(stmt))
      weighRowsIn(module, *inner);
    module.stmts[id] = std::move(stmt);
    now.push_back(id);
  }
  body = std::move(now);
}

} // namespace

Module weighRows(Module module) {
  for (FunctionId function : module.order) {
    Body body = module.functions[function].body;
    weighRowsIn(module, body);
    module.functions[function].body = std::move(body);
  }
  return module;
}

} // namespace stencilc::kernel
