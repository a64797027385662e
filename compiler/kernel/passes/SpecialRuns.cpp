/// \file Checks for special operands, such as zeros, of several quotients at once, in code that
/// updates one cell for each thread.
#include "kernel/Walk.h"
#include "kernel/passes/SpecialValues.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {
namespace {

/// Smallest number of quotients for which one check for special operands, such as zeros, is cheaper
/// than a test in each quotient.
constexpr int kSeveral = 2;

/// Consecutive declarations of values of one cell. The values can be computed a second time, with
/// tests of operands, if the first time has met a special operand, such as a zero.
class Run {
public:
  explicit Run(Module &module) : module(module) {}

  void add(StmtId id) { stmts.push_back(id); }
  /// Returns true if this run and the statement `next` together have a suitable number of
  /// quotients. One check for special operands, such as zeros, is then cheaper than a test in each
  /// quotient.
  bool pays(StmtId next) const {
    return areSeveral(countQuotients(module, stmts) + countQuotients(module, Body{next}));
  }

  /// Ends the run (consecutive declarations of values of one cell): appends its statements to
  /// `body` and empties it. If one check for special operands, such as zeros, is cheaper than a
  /// test in each quotient, the statements have no tests. Then an `if` is appended that computes
  /// the values again, with tests, after a special operand.
  void end(Body &body) {
    const Body all = std::exchange(stmts, {});
    if (!areSeveral(countQuotients(module, all)) || !mayBeRepeated(all)) {
      llvm::append_range(body, all);
      return;
    }
    const auto [rare, declaration] = declareSpecial(module);
    body.push_back(declaration);
    Body again;
    for (StmtId id : all) {
      const auto *declare = std::get_if<Declare>(&module.stmts[id].node);
      if (declare)
        for (const auto &[var, value] : declare->vars)
          if (isRedone(value)) {
            redone.insert(var);
            module.vars[var].isConst = false;
            again.push_back(module.stmts.add(Stmt{Assign{module.use(var), value}}));
          }
      body.push_back(declare ? flagging(module, id, rare) : id);
    }
    body.push_back(ifSpecial(module, rare, std::move(again)));
  }

private:
  static bool areSeveral(int quotients) {
    return quotients >= kSeveral && quotients <= kMostQuotients;
  }
  /// Returns true if an expression must be computed again after a special operand: it has
  /// quotients, or uses a variable that has.
  bool isRedone(ExprId expr) const {
    if (!expr.valid())
      return false;
    const auto *variable = std::get_if<Variable>(&module.exprs[expr]);
    return (variable && redone.count(variable->var)) || countQuotients(module, expr) ||
           llvm::any_of(operandsOf(module.exprs[expr]),
                        [&](ExprId operand) { return isRedone(operand); });
  }
  /// Returns true if the statements `all` may be executed twice. They must always evaluate their
  /// quotients, and contain no lambdas and no calls of the runtime, which may have side effects.
  /// Functions of the module are assumed only to read cells.
  bool mayBeRepeated(const Body &all) const {
    return llvm::all_of(all, [&](StmtId id) {
      return !hidesQuotients(module, id) &&
             llvm::all_of(exprsOf(module.stmts[id]), [&](ExprId expr) { return isPure(expr); });
    });
  }
  bool isPure(ExprId expr) const {
    const Expr &node = module.exprs[expr];
    const auto *call = std::get_if<Call>(&node);
    if (call && std::holds_alternative<Primitive>(call->what))
      return false;
    return !std::holds_alternative<Closure>(node) &&
           llvm::all_of(operandsOf(node), [&](ExprId operand) { return isPure(operand); });
  }

  Module &module;
  Body stmts;
  std::set<VarId> redone;
};

class Splitter {
public:
  explicit Splitter(Module &module) : module(module) {}

  void split(Body &body) {
    Body now;
    Run run(module);
    for (StmtId id : body) {
      splitWithin(id);
      const StmtNode &node = module.stmts[id].node;
      if (isValue(node)) {
        run.add(id);
        continue;
      }
      if (const auto *assign = std::get_if<Assign>(&node);
          assign && isUpdate(*assign) && run.pays(id))
        splitUpdate(id, run);
      run.end(now);
      now.push_back(id);
    }
    run.end(now);
    body = std::move(now);
  }

private:
  /// Rewrites the bodies nested in statement `id`, and those of lambdas that it declares, so that
  /// one check for special operands serves several quotients. A loop is not rewritten, because the
  /// pass slowPathByRow handles loops.
  void splitWithin(StmtId id) {
    if (std::holds_alternative<For>(module.stmts[id].node))
      return;
    Stmt stmt = module.stmts[id]; // copied, because new statements may move the pool
    for (Body *inner : bodiesOf(stmt))
      split(*inner);
    module.stmts[id] = stmt;
    if (!std::holds_alternative<Declare>(stmt.node))
      return;
    for (ExprId expr : exprsOf(stmt))
      if (const auto *closure = std::get_if<Closure>(&module.exprs[expr])) {
        Body body = closure->body;
        split(body);
        std::get<Closure>(module.exprs[expr]).body = std::move(body);
      }
  }
  bool isValue(const StmtNode &node) const {
    if (std::holds_alternative<Note>(node))
      return true;
    const auto *declare = std::get_if<Declare>(&node);
    return declare && llvm::all_of(declare->vars, [&](const auto &var) {
             return var.second.valid() && module.vars[var.first].type.kind == Type::Value &&
                    module.vars[var.first].extents.empty();
           });
  }
  /// Returns true if `assign` stores the new value of a cell directly to memory, and the expression
  /// of the value contains quotients.
  bool isUpdate(const Assign &assign) const {
    return assign.how == AssignOp::Set && std::holds_alternative<Cell>(module.exprs[assign.to]) &&
           std::holds_alternative<Computed>(module.exprs[assign.from]) &&
           countQuotients(module, assign.from) > 0;
  }
  /// Splits a store of a value into the declaration of a variable, which is added to `run`, and a
  /// store of that variable.
  void splitUpdate(StmtId id, Run &run) {
    const auto store = std::get<Assign>(module.stmts[id].node);
    const ir::ExprId value = std::get<Computed>(module.exprs[store.from]).value;
    const VarId updated =
        module.vars.add(Var{"updated", Type{Type::Value, (*module.program)[value].type}, true});
    run.add(module.stmts.add(Stmt{Declare{{{updated, store.from}}}}));
    module.stmts[id].node = Assign{store.to, module.use(updated)};
  }

  Module &module;
};

} // namespace

void splitRuns(Module &module, Body &body) { Splitter(module).split(body); }

} // namespace stencilc::kernel
