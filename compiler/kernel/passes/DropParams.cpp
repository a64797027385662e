/// \file Removal of parameters that a function does not use, and of their arguments.
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace stencilc::kernel {
namespace {

/// Flags for the elements of a list: true if the element is to be removed.
using Places = std::vector<bool>;

bool any(const Places &places) { return llvm::is_contained(places, true); }

template <class Item> void eraseAt(std::vector<Item> &list, const Places &places) {
  std::vector<Item> kept;
  for (std::size_t at = 0; at < list.size(); ++at)
    if (!places[at])
      kept.push_back(std::move(list[at]));
  list = std::move(kept);
}

class ParamDropper {
public:
  explicit ParamDropper(Module &module) : module(module) {
    for (const TypeNode &type : module.types)
      if (const auto *instance = std::get_if<Instance>(&type))
        for (const auto &argument : instance->arguments)
          if (const auto *value = std::get_if<ExprId>(&argument))
            note(*value);
    for (const Var &var : module.vars)
      llvm::for_each(var.extents, [&](ExprId extent) { note(extent); });
  }

  bool run() {
    bool isChanged = false;
    for (FunctionId id : module.order)
      if (mayChange(id))
        isChanged |= drop(id);
    return isChanged;
  }

private:
  /// Records the variables in an expression that is part of a type or an array size. They count as
  /// used.
  void note(ExprId id) {
    if (const auto *variable = std::get_if<Variable>(&module.exprs[id]))
      inTypes.insert(variable->var);
    llvm::for_each(operandsOf(module.exprs[id]), [&](ExprId operand) { note(operand); });
  }

  /// Returns true if unused parameters of function `id` may be removed. Functions of the host are
  /// left out, because the runtime calls them. So are functions that launch kernels, call functions
  /// of the host, or use values of the host. Their emitted text uses parameters that no expression
  /// of the tree names.
  bool mayChange(FunctionId id) const {
    const Function &function = module.functions[id];
    bool launches = false;
    forEachStmt(module, function.body, [&](StmtId stmt) {
      launches |= std::holds_alternative<Launch>(module.stmts[stmt].node) ||
                  std::holds_alternative<HostCall>(module.stmts[stmt].node);
    });
    forEachExprBelow(module, function.body, [&](ExprId expr) {
      launches |= std::holds_alternative<HostArgument>(module.exprs[expr]);
    });
    return function.kind != Kind::Host && !launches;
  }

  bool drop(FunctionId id) {
    Function &function = module.functions[id];
    std::set<VarId> used = inTypes;
    forEachExprBelow(module, function.body, [&](ExprId expr) {
      if (const auto *variable = std::get_if<Variable>(&module.exprs[expr]))
        used.insert(variable->var);
      if (const auto *call = std::get_if<Call>(&module.exprs[expr]))
        if (const auto *closure = std::get_if<VarId>(&call->what))
          used.insert(*closure);
    });
    Places params, constants;
    for (const Param &param : function.params)
      params.push_back(!used.count(param.var));
    for (VarId constant : function.constants)
      constants.push_back(function.kind == Kind::Helper && !used.count(constant));
    if (!any(params) && !any(constants))
      return false;
    dropArguments(id, params, constants);
    eraseAt(function.params, params);
    eraseAt(function.constants, constants);
    return true;
  }

  void dropArguments(FunctionId callee, const Places &params, const Places &constants) {
    for (Expr &expr : module.exprs)
      if (auto *call = std::get_if<Call>(&expr);
          call && call->what == decltype(call->what)(callee)) {
        eraseAt(call->arguments, params);
        eraseAt(call->sizes, constants);
      }
    Places given; // parameters with a HostValue have no written arguments
    for (std::size_t at = 0; at < params.size(); ++at)
      if (std::holds_alternative<std::monostate>(module.functions[callee].params[at].host))
        given.push_back(params[at]);
    for (Stmt &stmt : module.stmts)
      if (auto *launch = std::get_if<Launch>(&stmt.node); launch && launch->kernel == callee)
        eraseAt(launch->arguments, given);
  }

  Module &module;
  std::set<VarId> inTypes;
};

} // namespace

bool dropUnusedParams(Module &module) { return ParamDropper(module).run(); }

} // namespace stencilc::kernel
