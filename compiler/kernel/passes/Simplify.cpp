/// \file The pass simplify: removal of unused code, repeated until nothing changes.
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace stencilc::kernel {
namespace {

/// Pass object that removes unused code from all functions of a module (kernel tree).
class Simplifier {
public:
  explicit Simplifier(Module &module) : module(module) {}

  void run() {
    do {
      isChanged = false;
      for (FunctionId function : module.order)
        simplify(function);
      dropFunctions();
      isChanged |= dropUnusedParams(module);
      dropMembers();
      dropConstants();
    } while (isChanged);
  }

private:
  void simplify(FunctionId function) {
    mergeNames(function);
    rewrite(module, function, [](const Expr &) { return std::nullopt; }); // folds expressions again
    uses = usesIn(function);
    module.functions[function].body = cleaned(Body(module.functions[function].body));
    cleanClosures(function);
  }

  std::map<VarId, int> usesIn(FunctionId function) {
    std::map<VarId, int> counts;
    forEachExprBelow(module, module.functions[function].body, [&](ExprId id) {
      if (const auto *variable = std::get_if<Variable>(&module.exprs[id]))
        ++counts[variable->var];
      if (const auto *call = std::get_if<Call>(&module.exprs[id]))
        if (const auto *closure = std::get_if<VarId>(&call->what))
          ++counts[*closure];
    });
    // Arguments with a HostValue are not expressions. The only variable they use is the grid.
    forEachStmt(module, module.functions[function].body, [&](StmtId id) {
      if (const auto *declare = std::get_if<Declare>(&module.stmts[id].node))
        for (const auto &[var, value] : declare->vars)
          counts[var] += module.vars[var].type.kind == Type::Grid;
    });
    return counts;
  }

  /// Removes declarations such as `const int y = row;`: renames `row` to `y` if `row` never changes
  /// and has no other use.
  void mergeNames(FunctionId function) {
    uses = usesIn(function);
    const std::set<VarId> params = closureParams(function);
    std::map<VarId, VarId> renamed; // by the removed variable
    forEachStmt(module, module.functions[function].body, [&](StmtId id) {
      const auto *declare = std::get_if<Declare>(&module.stmts[id].node);
      if (!declare || declare->vars.size() != 1)
        return;
      const auto [var, value] = declare->vars.front();
      if (!value.valid() || !module.vars[var].isConst)
        return;
      const auto *source = std::get_if<Variable>(&module.exprs[value]);
      if (!source || uses[source->var] != 1 || !params.count(source->var) ||
          !(module.vars[source->var].type == module.vars[var].type))
        return;
      module.vars[source->var].hint = module.vars[var].hint;
      renamed[var] = source->var;
    });
    if (renamed.empty())
      return;
    isChanged = true;
    rewrite(module, function, [&](const Expr &expr) -> std::optional<ExprId> {
      const auto *variable = std::get_if<Variable>(&expr);
      const auto other = variable ? renamed.find(variable->var) : renamed.end();
      return other == renamed.end() ? std::nullopt : std::optional(module.use(other->second));
    });
  }
  /// Returns the parameters of all lambdas in a function.
  std::set<VarId> closureParams(FunctionId function) {
    std::set<VarId> all;
    forEachExprBelow(module, module.functions[function].body, [&](ExprId id) {
      if (const auto *closure = std::get_if<Closure>(&module.exprs[id]))
        all.insert(closure->params.begin(), closure->params.end());
    });
    return all;
  }

  void cleanClosures(FunctionId function) {
    std::vector<ExprId> closures;
    forEachExprBelow(module, module.functions[function].body, [&](ExprId id) {
      if (std::holds_alternative<Closure>(module.exprs[id]))
        closures.push_back(id);
    });
    for (ExprId id : closures) {
      Body body = cleaned(Body(std::get<Closure>(module.exprs[id]).body));
      std::get<Closure>(module.exprs[id]).body = std::move(body);
    }
  }

  Body cleaned(const Body &body) {
    Body kept;
    for (StmtId id : body) {
      for (Body *inner : bodiesOf(module.stmts[id])) {
        Body done = cleaned(Body(*inner));
        *inner = std::move(done); // in place: the statement does not move
      }
      if (const auto *branch = std::get_if<If>(&module.stmts[id].node))
        if (const auto taken = module.valueOf(branch->condition)) {
          const Body &chosen = *taken ? branch->then : branch->otherwise;
          kept.insert(kept.end(), chosen.begin(), chosen.end());
          isChanged = true;
          continue;
        }
      if (auto *declare = std::get_if<Declare>(&module.stmts[id].node))
        llvm::erase_if(declare->vars, [&](const auto &var) { return uses[var.first] == 0; });
      if (!isNeeded(module.stmts[id])) {
        isChanged = true;
        continue;
      }
      kept.push_back(id);
    }
    return kept;
  }

  bool isNeeded(const Stmt &stmt) {
    if (const auto *declare = std::get_if<Declare>(&stmt.node))
      return !declare->vars.empty();
    if (const auto *branch = std::get_if<If>(&stmt.node))
      return !branch->then.empty() || !branch->otherwise.empty();
    if (const auto *loop = std::get_if<For>(&stmt.node)) {
      const auto begin = module.valueOf(loop->begin), end = module.valueOf(loop->end);
      return !loop->body.empty() && !(begin && end && *begin >= *end);
    }
    if (const auto *loop = std::get_if<While>(&stmt.node))
      return !(module.valueOf(loop->condition) == 0);
    return true;
  }

  void dropFunctions() {
    std::set<FunctionId> needed;
    for (FunctionId id : module.order) {
      if (module.functions[id].kind == Kind::Host)
        needed.insert(id);
      forEachExprBelow(module, module.functions[id].body, [&](ExprId expr) {
        if (const auto *call = std::get_if<Call>(&module.exprs[expr]))
          if (const auto *callee = std::get_if<FunctionId>(&call->what))
            needed.insert(*callee);
      });
      forEachStmt(module, module.functions[id].body, [&](StmtId stmt) {
        if (const auto *launch = std::get_if<Launch>(&module.stmts[stmt].node))
          needed.insert(launch->kernel);
        if (const auto *perform = std::get_if<HostCall>(&module.stmts[stmt].node))
          needed.insert(perform->function);
      });
    }
    isChanged |= llvm::any_of(module.order, [&](FunctionId id) { return !needed.count(id); });
    llvm::erase_if(module.order, [&](FunctionId id) { return !needed.count(id); });
  }

  /// Removes unused constants at namespace scope.
  void dropConstants() {
    std::set<VarId> used;
    const auto note = [&](ExprId id) { collectVars(id, used); };
    for (FunctionId id : module.order)
      forEachExprBelow(module, module.functions[id].body, note);
    for (const TypeNode &type : module.types)
      if (const auto *structure = std::get_if<Struct>(&type))
        forEachExprBelow(module, structure->members, note);
    for (const Var &var : module.vars)
      llvm::for_each(var.extents, note);
    for (const TypeNode &type : module.types)
      if (const auto *instance = std::get_if<Instance>(&type))
        for (const auto &argument : instance->arguments)
          if (const auto *value = std::get_if<ExprId>(&argument))
            note(*value);
    for (auto stmt = module.constants.rbegin(); stmt != module.constants.rend(); ++stmt) {
      auto &vars = std::get<Declare>(module.stmts[*stmt].node).vars;
      llvm::erase_if(vars, [&](const auto &var) { return !used.count(var.first); });
      for (const auto &[var, value] : vars)
        note(value);
    }
    llvm::erase_if(module.constants, [&](StmtId id) {
      return std::get<Declare>(module.stmts[id].node).vars.empty();
    });
  }
  void collectVars(ExprId id, std::set<VarId> &used) const {
    if (const auto *variable = std::get_if<Variable>(&module.exprs[id]))
      used.insert(variable->var);
    for (ExprId operand : operandsOf(module.exprs[id]))
      collectVars(operand, used);
  }

  /// Removes members of structs that no function uses.
  void dropMembers() {
    std::set<VarId> used;
    const auto look = [&](const Body &body) {
      forEachExprBelow(module, body, [&](ExprId expr) {
        if (const auto *member = std::get_if<MemberOf>(&module.exprs[expr]))
          used.insert(member->member);
      });
    };
    for (FunctionId id : module.order)
      look(module.functions[id].body);
    for (const TypeNode &type : module.types)
      if (const auto *structure = std::get_if<Struct>(&type))
        look(structure->members);
    dropParts(used);
    for (TypeNode &type : module.types) {
      auto *structure = std::get_if<Struct>(&type);
      if (!structure)
        continue;
      for (StmtId id : structure->members) {
        auto &vars = std::get<Declare>(module.stmts[id].node).vars;
        isChanged |= llvm::any_of(vars, [&](const auto &var) { return !used.count(var.first); });
        llvm::erase_if(vars, [&](const auto &var) { return !used.count(var.first); });
      }
      llvm::erase_if(structure->members, [&](StmtId id) {
        return std::get<Declare>(module.stmts[id].node).vars.empty();
      });
    }
  }

  /// Removes initialisers of struct members that are not in `used`.
  void dropParts(const std::set<VarId> &used) {
    for (Expr &expr : module.exprs)
      if (auto *braced = std::get_if<InitList>(&expr); braced && !braced->vars.empty()) {
        InitList kept{.type = braced->type};
        for (std::size_t at = 0; at < braced->vars.size(); ++at)
          if (used.count(braced->vars[at])) {
            kept.parts.push_back(braced->parts[at]);
            kept.vars.push_back(braced->vars[at]);
          }
        *braced = std::move(kept);
      }
  }

  Module &module;
  std::map<VarId, int> uses;
  bool isChanged = false;
};

} // namespace

Module simplify(Module module) {
  Simplifier(module).run();
  return module;
}

} // namespace stencilc::kernel
