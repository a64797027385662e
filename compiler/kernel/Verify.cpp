/// \file Verification of a kernel tree, independent of the schedule that made it.
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"
#include "kernel/verify/VerifySweep.h"
#include <set>

namespace stencilc::kernel {
namespace {

/// Verifier of one function and of all functions that it calls: variables are declared before their
/// use, indices are integers, and waits and barriers precede reads of shared memory.
class Verifier {
public:
  Verifier(const Module &module, FunctionId function) : module(module) {
    const Function &f = module.functions[function];
    where = f.hint.before;
    for (const Param &param : f.params)
      declared.insert(param.var);
    declared.insert(f.constants.begin(), f.constants.end());
    if (f.memberOf.valid()) {
      const auto &own = std::get<Struct>(module.types[f.memberOf]);
      declared.insert(own.constants.begin(), own.constants.end());
      for (StmtId line : own.members)
        for (const auto &[member, start] : std::get<Declare>(module.stmts[line].node).vars)
          members.insert(member);
    }
    for (StmtId constant : module.constants)
      visit(module.stmts[constant]);
    walk(f.body);
  }
  std::set<std::string> broken; // a set, because loops are walked twice

private:
  void say(VarId var, const char *what) {
    broken.insert("in '" + where + "', '" + module.vars[var].hint.before +
                  module.vars[var].hint.after + "' " + what);
  }
  bool isIndex(ExprId id) const {
    const Expr &expr = module.exprs[id];
    if (const auto *variable = std::get_if<Variable>(&expr)) {
      const Var &var = module.vars[variable->var];
      return var.extents.empty() && (var.type.kind == Type::Int || var.type.kind == Type::Int64 ||
                                     var.type.kind == Type::Unsigned);
    }
    if (const auto *binary = std::get_if<Binary>(&expr))
      return binary->op >= Op::Add && isIndex(binary->lhs) && isIndex(binary->rhs);
    return !std::holds_alternative<Face>(expr) && !std::holds_alternative<Not>(expr) &&
           !std::holds_alternative<Computed>(expr) && !std::holds_alternative<Closure>(expr);
  }

  void read(ExprId id) {
    const Expr &expr = module.exprs[id];
    if (const auto *variable = std::get_if<Variable>(&expr))
      readVar(variable->var);
    if (const auto *element = std::get_if<Element>(&expr))
      checkIndex(element->index);
    if (const auto *member = std::get_if<MemberOf>(&expr))
      checkOwner(*member);
    if (const auto *cell = std::get_if<Cell>(&expr))
      for (ExprId at : cell->at)
        checkIndex(at);
    if (const auto *call = std::get_if<Call>(&expr)) {
      readCall(*call);
      return;
    }
    if (const auto *closure = std::get_if<Closure>(&expr)) {
      declared.insert(closure->params.begin(), closure->params.end());
      declared.insert(closure->constants.begin(), closure->constants.end());
      walk(closure->body);
    }
    for (ExprId operand : operandsOf(module.exprs[id]))
      read(operand);
  }
  void readVar(VarId var) {
    if (!declared.count(var))
      say(var, "is used before it is declared");
    if (pending.count(var))
      say(var, "is read while copies to it are in flight");
    else if (unseen.count(var))
      say(var, "is read with no barrier after it was written");
  }
  void checkIndex(ExprId index) {
    if (!isIndex(index))
      broken.insert("in '" + where + "', an index is not an integer");
  }
  /// Records a violation if a member function uses a member of another struct without naming an
  /// object.
  void checkOwner(const MemberOf &member) {
    if (std::holds_alternative<Self>(module.exprs[member.of]) && !members.count(member.member))
      say(member.member, "is no member of the struct whose function names it");
  }
  void readCall(const Call &call) {
    if (const auto *closure = std::get_if<VarId>(&call.what))
      readVar(*closure);
    if (const auto *callee = std::get_if<FunctionId>(&call.what))
      return readCallOf(module.functions[*callee], call);
    const auto *primitive = std::get_if<Primitive>(&call.what);
    const int target = primitive ? info(*primitive).writes : -1;
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      if (static_cast<int>(i) != target)
        read(call.arguments[i]);
    if (!primitive)
      return;
    if (target >= 0)
      write(call.arguments[target], isCopy(*primitive, call, nullptr, nullptr));
    if (info(*primitive).waits) {
      unseen.insert(pending.begin(), pending.end());
      pending.clear();
    }
    if (info(*primitive).isBarrier)
      unseen.clear();
  }

  /// Records the reads and writes of a call. Each pointer argument to cells that are not const
  /// counts as a write.
  void readCallOf(const Function &callee, const Call &call) {
    bool copies = false;
    forEachExprBelow(module, callee.body, [&](ExprId id) {
      if (const auto *inner = std::get_if<Call>(&module.exprs[id]))
        if (const auto *primitive = std::get_if<Primitive>(&inner->what))
          copies |= isCopy(*primitive, *inner, &callee, &call);
    });
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const Type &type = module.vars[callee.params[i].var].type;
      type.kind == Type::Pointer && !type.isConst ? write(call.arguments[i], copies)
                                                  : read(call.arguments[i]);
    }
  }
  /// Returns true if a call copies asynchronously. The function `load` of the runtime does so if
  /// its last template argument is true. If that is a template parameter of the function `around`,
  /// the value is taken from `outer`, the call of `around`.
  bool isCopy(Primitive primitive, const Call &call, const Function *around,
              const Call *outer) const {
    if (primitive != Primitive::Stage)
      return primitive == Primitive::CopyAsync;
    ExprId says = call.sizes.back();
    if (const auto *constant = std::get_if<Variable>(&module.exprs[says]); constant && around)
      for (std::size_t i = 0; i < around->constants.size(); ++i)
        if (around->constants[i] == constant->var)
          says = outer->sizes[i];
    return module.valueOf(says) == 1;
  }

  /// Returns the variable with which an expression for an element or member begins, or an invalid
  /// id.
  VarId baseOf(ExprId id) const {
    if (const auto *variable = std::get_if<Variable>(&module.exprs[id]))
      return variable->var;
    const Operands operands = operandsOf(module.exprs[id]);
    return operands.empty() ? VarId() : baseOf(operands[0]);
  }
  /// Records reads of variables in the indices of an assigned element. The element itself is not
  /// read.
  void readIndices(ExprId id) {
    if (const auto *element = std::get_if<Element>(&module.exprs[id]))
      checkIndex(element->index);
    if (const auto *member = std::get_if<MemberOf>(&module.exprs[id]))
      checkOwner(*member);
    const Operands operands = operandsOf(module.exprs[id]);
    for (std::size_t i = 0; i < operands.size(); ++i)
      i ? read(operands[i]) : readIndices(operands[i]);
  }
  void write(ExprId id, bool isCopy) {
    readIndices(id);
    const VarId base = baseOf(id);
    if (!base.valid())
      return;
    if (!declared.count(base))
      say(base, "is written before it is declared");
    if (module.vars[base].space == Space::Shared)
      (isCopy ? pending : unseen).insert(base);
  }

  void walk(const Body &body) {
    const std::set<VarId> before = declared;
    for (StmtId id : body)
      visit(module.stmts[id]);
    declared = before;
  }
  void visit(const Stmt &stmt) {
    match(
        stmt.node,
        [&](const Declare &n) {
          for (const auto &[var, value] : n.vars) {
            if (value.valid())
              read(value);
            declared.insert(var);
          }
        },
        [&](const Assign &n) {
          read(n.from);
          write(n.to, false);
        },
        [&](const For &n) {
          read(n.begin);
          read(n.end);
          if (n.step.valid())
            read(n.step);
          declared.insert(n.var);
          walk(n.body);
          walk(n.body); // second walk: the state after an iteration meets the next one
          declared.erase(n.var);
        },
        [&](const While &n) {
          for (int iteration = 0; iteration < 2; ++iteration) {
            read(n.condition);
            walk(n.body);
          }
        },
        [&](const If &n) {
          read(n.condition);
          walk(n.then);
          walk(n.otherwise);
        },
        [&](const Switch &n) {
          read(n.on);
          for (const Case &one : n.cases)
            walk(one.body);
        },
        [&](const Do &n) { read(n.call); },
        [&](const Return &n) {
          if (n.value.valid())
            read(n.value);
        },
        [](const Continue &) {}, [](const Break &) {}, [](const Note &) {},
        [&](const Launch &) {
          for (ExprId expr : exprsOf(stmt))
            read(expr);
        },
        [](const HostCall &) {}, [&](const KernelScope &n) { walk(n.body); });
  }

  const Module &module;
  std::string where;
  std::set<VarId> members; // of the struct of a member function
  std::set<VarId> declared;
  std::set<VarId> unseen;  // shared memory that one thread wrote, with no barrier since
  std::set<VarId> pending; // targets of copies in flight
};

} // namespace

std::vector<std::string> verify(const Module &module) {
  std::vector<std::string> all;
  for (FunctionId function : module.order) {
    const Verifier verifier(module, function);
    all.insert(all.end(), verifier.broken.begin(), verifier.broken.end());
  }
  const std::vector<std::string> sweeps = verifySweeps(module);
  all.insert(all.end(), sweeps.begin(), sweeps.end());
  return all;
}

std::vector<std::string> verifyNeeds(const Module &module, const std::function<bool(Needs)> &has) {
  std::set<std::string> all;
  for (FunctionId function : module.order)
    forEachExprBelow(module, module.functions[function].body, [&](ExprId id) {
      const auto *call = std::get_if<Call>(&module.exprs[id]);
      const auto *primitive = call ? std::get_if<Primitive>(&call->what) : nullptr;
      if (primitive && info(*primitive).needs != Needs::Nothing && !has(info(*primitive).needs))
        all.insert("'" + module.functions[function].hint.before + "' calls '" +
                   info(*primitive).spelling + "', which the target cannot do");
    });
  return {all.begin(), all.end()};
}

} // namespace stencilc::kernel
