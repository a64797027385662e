/// \file Verifier of accesses to shared memory by member functions of a struct, as in a wavefront.
#include "kernel/verify/VerifySweep.h"
#include "kernel/Walk.h"
#include "kernel/verify/SharedSteps.h"
#include "llvm/ADT/ArrayRef.h"

namespace stencilc::kernel {
namespace {

/// Verifier of one kernel and all functions it calls. It follows two iterations of loops over
/// planes and of loops with barriers, so that it sees what one iteration leaves to the next.
class SweepVerifier {
public:
  SweepVerifier(const Module &module, const std::set<VarId> &shared, FunctionId kernel)
      : module(module), places(module, shared),
        steps(module, module.functions[kernel].hint.before) {
    walk(module.functions[kernel].body);
  }
  std::set<std::string> broken() { return steps.end(); }

private:
  // --- expressions ----------------------------------------------------------------------------

  void look(ExprId id) {
    if (!id.valid())
      return;
    const Expr &expr = module.exprs[id];
    if (const auto *call = std::get_if<Call>(&expr))
      return lookAtCall(*call);
    if (std::holds_alternative<Closure>(expr))
      return; // walked where it is called
    if (std::holds_alternative<Element>(expr) || std::holds_alternative<Address>(expr) ||
        std::holds_alternative<Binary>(expr) || places.isName(id))
      if (const auto place = places.find(id)) {
        steps.read(*place);
        return lookAtIndices(id);
      }
    for (ExprId operand : operandsOf(expr))
      look(operand);
  }
  /// Records reads of shared memory in the indices of an accessed element, but not of the element
  /// itself.
  void lookAtIndices(ExprId id) {
    const Operands operands = operandsOf(module.exprs[id]);
    for (std::size_t i = 0; i < operands.size(); ++i)
      i ? look(operands[i]) : lookAtIndices(operands[i]);
  }
  void lookAtCall(const Call &call) {
    if (const auto *primitive = std::get_if<Primitive>(&call.what))
      return lookAtPrimitive(*primitive, call);
    if (const auto *closure = std::get_if<VarId>(&call.what)) {
      look(call.arguments);
      if (const auto *made = places.closureOf(*closure)) {
        places.bind(made->params, call.arguments);
        walk(made->body);
      }
      return;
    }
    const Function &callee = module.functions[std::get<FunctionId>(call.what)];
    std::vector<VarId> params;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      params.push_back(callee.params[i].var);
      if (!places.isHandedOn(params[i], call.arguments[i])) // the callee reads it, if at all
        look(call.arguments[i]);
    }
    places.bind(params, call.arguments);
    walk(callee.body);
  }
  void look(llvm::ArrayRef<ExprId> all) {
    for (ExprId id : all)
      look(id);
  }
  void lookAtPrimitive(Primitive primitive, const Call &call) {
    const int to = info(primitive).writes;
    switch (primitive) {
    case Primitive::Barrier:
    case Primitive::StartBarriers:
      return steps.meetBlock();
    case Primitive::SyncWarp:
      return steps.meetWarp();
    case Primitive::WaitCopies:
      return steps.waitForCopies();
    case Primitive::Arrive:
    case Primitive::ArriveExpect:
      return withBarrier(call.arguments[0], [&](VarId barrier) { steps.arrive(barrier); });
    case Primitive::Wait:
      return withBarrier(call.arguments[0], [&](VarId barrier) { steps.wait(barrier); });
    default:
      break;
    }
    VarId arrived;
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      if (static_cast<int>(i) != to || info(primitive).reads == to) {
        if (const auto place = places.find(call.arguments[i]);
            place && module.vars[place->member].type.kind == Type::Mbarrier)
          arrived = place->member;
        else
          look(call.arguments[i]);
      }
    if (to < 0)
      return;
    lookAtIndices(call.arguments[to]);
    if (const auto place = places.find(call.arguments[to]))
      info(primitive).needs != Needs::Nothing || primitive == Primitive::CopyRows
          ? steps.fill(*place, arrived)
          : steps.write(*place);
  }
  template <class Act> void withBarrier(ExprId id, Act act) {
    if (const auto place = places.find(id))
      act(place->member);
  }

  // --- statements -----------------------------------------------------------------------------

  void walk(const Body &body) {
    for (StmtId id : body)
      visit(module.stmts[id]);
  }
  void visit(const Stmt &stmt) {
    if (const auto *declare = std::get_if<Declare>(&stmt.node)) {
      for (const auto &[var, value] : declare->vars)
        if (value.valid() && !places.declare(var, value))
          look(value);
      return;
    }
    if (const auto *assign = std::get_if<Assign>(&stmt.node)) {
      look(assign->from);
      lookAtIndices(assign->to);
      if (const auto place = places.find(assign->to))
        steps.write(*place);
      else if (places.findsBy(assign->to))
        steps.endStep();
      return;
    }
    const auto *loop = std::get_if<For>(&stmt.node);
    const bool isTwice =
        std::holds_alternative<While>(stmt.node) || (loop && arrivesIn(loop->body));
    for (int iteration = 0; iteration < (isTwice ? 2 : 1); ++iteration) {
      look(exprsOf(stmt));
      for (const Body *body : bodiesOf(stmt))
        walk(*body);
    }
  }

  /// Returns true if code in `body` makes threads arrive at a barrier. Nested statements count.
  bool arrivesIn(const Body &body) const {
    bool any = false;
    forEachExprBelow(module, body, [&](ExprId id) {
      const auto *call = std::get_if<Call>(&module.exprs[id]);
      const auto *primitive = call ? std::get_if<Primitive>(&call->what) : nullptr;
      any |= primitive && *primitive == Primitive::Arrive;
    });
    return any;
  }

  const Module &module;
  SharedPlaces places;
  SharedSteps steps;
};

/// Returns the members of all structs that kernels use as shared memory.
std::set<VarId> sharedMembers(const Module &module) {
  std::set<VarId> all;
  for (const Expr &expr : module.exprs) {
    const auto *call = std::get_if<Call>(&expr);
    if (!call || call->what != std::variant<Primitive, FunctionId, VarId>(Primitive::SharedMemory))
      continue;
    const Type type = std::get<TypeName>(module.exprs[call->sizes[0]]).type;
    if (type.kind == Type::Named)
      if (const auto *made = std::get_if<Struct>(&module.types[type.of]))
        for (StmtId line : made->members)
          for (const auto &[member, start] : std::get<Declare>(module.stmts[line].node).vars)
            all.insert(member);
  }
  return all;
}

bool callsFunctionsOfStructs(const Module &module, const Function &kernel) {
  bool any = false;
  forEachExprBelow(module, kernel.body, [&](ExprId id) {
    const auto *call = std::get_if<Call>(&module.exprs[id]);
    const auto *callee = call ? std::get_if<FunctionId>(&call->what) : nullptr;
    any |= callee && module.functions[*callee].memberOf.valid();
  });
  return any;
}

} // namespace

std::vector<std::string> verifySweeps(const Module &module) {
  std::vector<std::string> all;
  const std::set<VarId> shared = sharedMembers(module);
  for (FunctionId function : module.order)
    if (module.functions[function].kind == Kind::Kernel && !shared.empty() &&
        callsFunctionsOfStructs(module, module.functions[function])) {
      const std::set<std::string> broken = SweepVerifier(module, shared, function).broken();
      all.insert(all.end(), broken.begin(), broken.end());
    }
  return all;
}

} // namespace stencilc::kernel
