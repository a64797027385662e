/// \file The pass inlineCalls: inlines short functions that are called once. The function's name
/// becomes a comment.
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {
namespace {

/// Largest lengths in statements: of a function that is inlined, and of its caller with the inlined
/// code. They keep the emitted text readable.
constexpr int kShort = 8, kWhole = 32;

/// Pass object that inlines short functions in all functions of a module (kernel tree).
class Inliner {
public:
  explicit Inliner(Module &module) : module(module) {}

  /// Inlines calls in all functions. Functions are visited in the order of the text: an inlined
  /// function precedes its callers, so calls in it are inlined already.
  void run() {
    countCalls();
    for (FunctionId id : module.order)
      module.functions[id].body = inlined(id, Body(module.functions[id].body), false);
    llvm::erase_if(module.order, [&](FunctionId id) { return gone.count(id); });
  }

private:
  void countCalls() {
    for (FunctionId id : module.order)
      forEachExprBelow(module, module.functions[id].body, [&](ExprId expr) {
        if (const auto *call = std::get_if<Call>(&module.exprs[expr]))
          if (const auto *callee = std::get_if<FunctionId>(&call->what))
            ++calls[*callee];
      });
  }

  /// Returns a copy of a body of `caller` with calls inlined. Calls in a loop stay, because the
  /// function's name explains the iteration.
  Body inlined(FunctionId caller, const Body &body, bool isInLoop) {
    Body all;
    for (StmtId id : body) {
      const StmtNode &node = module.stmts[id].node;
      const bool isLoop = std::holds_alternative<For>(node) || std::holds_alternative<While>(node);
      const std::size_t bodies = bodiesOf(module.stmts[id]).size();
      for (std::size_t at = 0; at < bodies; ++at) {
        Body inner = inlined(caller, Body(*bodiesOf(module.stmts[id])[at]), isInLoop || isLoop);
        *bodiesOf(module.stmts[id])[at] = std::move(inner);
      }
      if (!isInLoop)
        takeValue(caller, id, all);
      const auto *statement = std::get_if<Do>(&module.stmts[id].node);
      const auto *call = statement ? std::get_if<Call>(&module.exprs[statement->call]) : nullptr;
      const auto *callee = call ? std::get_if<FunctionId>(&call->what) : nullptr;
      if (!callee || isInLoop || !isPartOf(caller, *callee, *call)) {
        all.push_back(id);
        continue;
      }
      llvm::append_range(all, bodyFor(*callee, Call(*call)));
    }
    return all;
  }

  /// Replaces a call in the statement `id` by the return value of the called function, if the
  /// function is a single `return`. Appends to `before` the statements that must precede `id`.
  void takeValue(FunctionId caller, StmtId id, Body &before) {
    ExprId *value = nullptr;
    Stmt stmt = module.stmts[id];
    if (auto *assign = std::get_if<Assign>(&stmt.node))
      value = &assign->from;
    if (auto *declare = std::get_if<Declare>(&stmt.node); declare && declare->vars.size() == 1)
      value = &declare->vars.front().second;
    const auto *call = value && value->valid() ? std::get_if<Call>(&module.exprs[*value]) : nullptr;
    const auto *callee = call ? std::get_if<FunctionId>(&call->what) : nullptr;
    if (!callee || !mayJoin(caller, *callee, *call))
      return;
    const Body &body = module.functions[*callee].body;
    if (body.size() != 1 || !std::holds_alternative<Return>(module.stmts[body[0]].node))
      return;
    Body whole = bodyFor(*callee, Call(*call));
    *value = std::get<Return>(module.stmts[whole.back()].node).value;
    whole.pop_back();
    llvm::append_range(before, whole);
    module.stmts[id] = std::move(stmt);
  }

  bool isPartOf(FunctionId caller, FunctionId id, const Call &call) const {
    const Function &callee = module.functions[id];
    if (!mayJoin(caller, id, call) || callee.result.kind != Type::Void || leaves(callee.body))
      return false;
    const int own = statements(callee.body);
    return own <= kShort && own + statements(module.functions[caller].body) <= kWhole;
  }
  /// Returns true if the function `id`, called only by `call`, may be inlined in `caller`: it
  /// changes no parameter, and all arguments are variables or numbers.
  bool mayJoin(FunctionId caller, FunctionId id, const Call &call) const {
    const Function &callee = module.functions[id];
    return calls.at(id) == 1 && callee.kind == Kind::Helper && !call.of.valid() &&
           callee.memberOf == module.functions[caller].memberOf && callee.docNames.empty() &&
           !changesParams(callee) &&
           llvm::all_of(call.arguments, [&](ExprId argument) { return isName(argument); });
  }
  bool leaves(const Body &body) const {
    bool any = false;
    forEachStmt(module, body,
                [&](StmtId id) { any |= std::holds_alternative<Return>(module.stmts[id].node); });
    return any;
  }
  int statements(const Body &body) const {
    int count = 0;
    forEachStmt(module, body,
                [&](StmtId id) { count += !std::holds_alternative<Note>(module.stmts[id].node); });
    return count;
  }
  /// Returns true if an argument is a variable or a number, which may replace each use of a
  /// parameter that the function does not change.
  bool isName(ExprId id) const {
    return std::holds_alternative<Variable>(module.exprs[id]) || module.valueOf(id);
  }
  bool changesParams(const Function &callee) const {
    bool any = false;
    forEachStmt(module, callee.body, [&](StmtId id) {
      const auto *assign = std::get_if<Assign>(&module.stmts[id].node);
      const auto *to = assign ? std::get_if<Variable>(&module.exprs[assign->to]) : nullptr;
      any |= to && llvm::any_of(callee.params, [&](const Param &param) {
               return param.var == to->var && !module.vars[to->var].isReference;
             });
    });
    return any;
  }

  /// Returns a copy of the body of function `id`, with parameters replaced by the arguments of
  /// `call`.
  Body bodyFor(FunctionId id, const Call &call) {
    const Function &callee = module.functions[id];
    std::map<VarId, ExprId> given;
    for (std::size_t at = 0; at < callee.params.size(); ++at)
      given.emplace(callee.params[at].var, call.arguments[at]);
    for (std::size_t at = 0; at < callee.constants.size(); ++at)
      given.emplace(callee.constants[at], call.sizes[at]);
    rewrite(module, id, [&](const Expr &expr) -> std::optional<ExprId> {
      const auto *variable = std::get_if<Variable>(&expr);
      const auto found = variable ? given.find(variable->var) : given.end();
      return found == given.end() ? std::nullopt : std::optional(found->second);
    });
    gone.insert(id);
    Body all;
    if (!callee.doc.empty())
      all.push_back(module.stmts.add({Note{callee.doc}}));
    llvm::append_range(all, callee.body);
    return all;
  }

  Module &module;
  std::map<FunctionId, int> calls;
  std::set<FunctionId> gone;
};

} // namespace

Module inlineCalls(Module module) {
  Inliner(module).run();
  return module;
}

} // namespace stencilc::kernel
