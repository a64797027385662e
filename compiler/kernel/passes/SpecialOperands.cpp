/// \file The pass slowPathByRow: replaces tests for special operands, such as zeros, of quotients
/// and roots by one check after the loop over cells.
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"
#include "kernel/passes/SpecialValues.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {
namespace {

/// A loop over the cells of a thread. It may be executed a second time, with tests for special
/// operands such as zeros.
class CellLoop {
public:
  CellLoop(Module &module, StmtId id, SlowPathOf what)
      : module(module), id(id), what(what), loop(std::get<For>(module.stmts[id].node)) {}

  /// Returns two loops: a copy without tests for special operands, such as zeros, and the original
  /// loop. The original loop runs only if an operand was special. Returns `nullopt` if no operation
  /// can note special operands for a later check, or if a second execution could give other values.
  std::optional<Body> split() {
    if (loop.repeat == Repeat::Rolled || loop.step.valid() || !mayBeRepeated() || !flags())
      return {};
    const auto [rare, declaration] = declareSpecial(module);
    Stmt quick = module.stmts[id];
    for (StmtId &stmt : std::get<For>(quick.node).body)
      stmt = flagging(module, stmt, rare);
    Stmt again = module.stmts[id];
    llvm::erase_if(std::get<For>(again.node).body, [&](StmtId stmt) {
      return std::holds_alternative<Note>(module.stmts[stmt].node);
    });
    return Body{declaration, module.stmts.add(std::move(quick)),
                ifSpecial(module, rare, {module.stmts.add(std::move(again))})};
  }

private:
  /// Returns the local array of which `to` is an element, or `nullopt`. Adds the variables in the
  /// indices of the element to `read`.
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
  /// Adds the variables that `expr` uses to `vars`. Array elements that an earlier statement of the
  /// loop has assigned are left out, with the variables in their indices.
  void namedIn(ExprId expr, std::set<VarId> &vars) const {
    if (llvm::any_of(given, [&](ExprId to) { return module.same(expr, to); }))
      return;
    if (const auto *variable = std::get_if<Variable>(&module.exprs[expr]))
      vars.insert(variable->var);
    for (ExprId operand : operandsOf(module.exprs[expr]))
      namedIn(operand, vars);
  }
  /// Returns true if the expression contains no calls and no lambdas.
  bool isPlain(ExprId expr) const {
    const Expr &node = module.exprs[expr];
    return !std::holds_alternative<Call>(node) && !std::holds_alternative<Closure>(node) &&
           llvm::all_of(operandsOf(node), [&](ExprId operand) { return isPlain(operand); });
  }

  /// Returns true if the loop can be executed twice: it only assigns elements of arrays, and reads
  /// an element only after it has assigned it.
  bool mayBeRepeated() {
    std::set<VarId> read, written;
    for (StmtId stmt : loop.body) {
      const StmtNode &node = module.stmts[stmt].node;
      const auto *assign = std::get_if<Assign>(&node);
      if (std::holds_alternative<Note>(node))
        continue;
      if ((!assign && !std::holds_alternative<Declare>(node)) || hidesQuotients(module, stmt))
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
      if (!array || assign->how != AssignOp::Set)
        return false;
      namedIn(assign->from, read);
      written.insert(*array);
      given.push_back(assign->to);
    }
    return llvm::none_of(written, [&](VarId var) { return read.count(var); });
  }
  bool flags() const {
    if (what == SlowPathOf::Roots)
      return llvm::any_of(loop.body, [&](StmtId stmt) {
        return llvm::any_of(exprsOf(module.stmts[stmt]),
                            [&](ExprId expr) { return hasRoots(module, expr); });
      });
    const int quotients = countQuotients(module, loop.body);
    return quotients > 0 && quotients <= kMostQuotients;
  }

  Module &module;
  const StmtId id;
  const SlowPathOf what;
  const For loop;
  std::vector<ExprId> given; // elements assigned so far
};

void splitLoops(Module &module, Body &body, SlowPathOf what) {
  Body now;
  for (StmtId id : body) {
    if (std::holds_alternative<For>(module.stmts[id].node))
      if (const std::optional<Body> split = CellLoop(module, id, what).split()) {
        llvm::append_range(now, *split);
        continue;
      }
    Stmt stmt = module.stmts[id]; // copied, because new statements may move the pool
    for (Body *inner : bodiesOf(stmt))
      splitLoops(module, *inner, what);
    module.stmts[id] = std::move(stmt);
    now.push_back(id);
  }
  body = std::move(now);
}

} // namespace

Module slowPathByRow(Module module, SlowPathOf what) {
  for (FunctionId function : module.order) {
    Body body = module.functions[function].body;
    splitLoops(module, body, what);
    if (what == SlowPathOf::Quotients && module.functions[function].task == Task::Step)
      splitRuns(module, body);
    module.functions[function].body = std::move(body);
  }
  return module;
}

} // namespace stencilc::kernel
