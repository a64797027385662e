/// \file The pass boundaryFirst: makes launches compute the planes at both ends of their range
/// first.
///
/// The body of a kernel becomes a device function of a range of planes and of a block's index in
/// that range. The new kernel finds the range of its block (low end, high end, or between) and
/// calls that function. When the function returns, the kernel counts the block if it has written
/// planes of an end.
#include "kernel/Walk.h"
#include "kernel/build/Build.h"
#include "kernel/passes/Passes.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::kernel {

namespace {

bool isRange(const Param &param) { return std::holds_alternative<HostRange>(param.host); }

/// Rewriter of one kernel and its launches. In the rewritten kernel, the planes at both ends of a
/// range are computed first.
class EndsOfKernel {
public:
  EndsOfKernel(Module &module, FunctionId kernel) : module(module), kernel(kernel) {}

  void run() {
    findLaunches();
    makeFunction();
    makeKernel();
  }

private:
  // --- values that differ between pieces --------------------------------------------------------

  /// Finds two facts about the launches of the kernel. The first is along which axis of the grid of
  /// blocks, the last one used, chunks (planes that one block sweeps) are ordered. The second is
  /// which arguments depend on the range of planes of a launch.
  void findLaunches() {
    for (FunctionId host : module.order) {
      if (module.functions[host].kind != Kind::Host)
        continue;
      std::set<VarId> byRange;
      forEachStmt(module, module.functions[host].body, [&](StmtId id) {
        const StmtNode &node = module.stmts[id].node;
        if (const auto *declare = std::get_if<Declare>(&node))
          for (const auto &[var, value] : declare->vars)
            if (value.valid() && usesRange(value, byRange))
              byRange.insert(var);
        if (const auto *launch = std::get_if<Launch>(&node); launch && launch->kernel == kernel) {
          axis = static_cast<int>(launch->blocks.size()) - 1;
          differ.resize(launch->arguments.size());
          for (std::size_t i = 0; i < launch->arguments.size(); ++i)
            differ[i] = differ[i] || usesRange(launch->arguments[i], byRange);
        }
      });
    }
  }
  bool usesRange(ExprId id, const std::set<VarId> &byRange) const {
    const Expr &expr = module.exprs[id];
    if (const auto *variable = std::get_if<Variable>(&expr))
      return byRange.count(variable->var) > 0;
    const auto *member = std::get_if<Member>(&expr);
    if (member && (member->name == "planes" || member->name == "balancedChunks") && member->isCall)
      return true;
    return llvm::any_of(operandsOf(expr),
                        [&](ExprId operand) { return usesRange(operand, byRange); });
  }

  // --- the function -----------------------------------------------------------------------------

  void makeFunction() {
    Function made = module.functions[kernel]; // keeps the parameters that its body names
    made.kind = Kind::Helper;
    made.isAlwaysInline = true;
    made.bounds = {};
    made.hint.after += made.hint.of.index() ? "OnPlanes" : "";
    made.hint.before += made.hint.of.index() ? "" : "OnPlanes";
    for (Param &param : made.params) {
      Var &var = module.vars[param.var];
      const bool isNumber = var.type.kind == Type::Int || var.type.kind == Type::Bool;
      var.isConst = var.isReference = !isNumber;
      var.space = Space::Register;
      param.host = {};
    }
    const VarId block = module.vars.add(Var{"block", {Type::Int}});
    made.params.push_back({block, {}});
    function = module.functions.add(std::move(made));
    module.order.insert(llvm::find(module.order, kernel), function);
    countBlocksOfPiece(block);
  }

  /// Replaces the index of the block in the launch by `block`, its index among the blocks for the
  /// same range of planes (low end, high end, or between). Tests for the last block of the launch
  /// still use the index in the launch.
  void countBlocksOfPiece(VarId block) {
    constexpr int kWhole = 8;
    std::vector<ExprId> whole;
    forEachExprBelow(module, module.functions[function].body, [&](ExprId id) {
      const auto *binary = std::get_if<Binary>(&module.exprs[id]);
      if (binary && binary->op == Op::Equal && asksFor(binary->rhs, Builtin::GridSize) &&
          asksFor(binary->lhs, Builtin::BlockIndex))
        whole.push_back(binary->lhs);
    });
    for (ExprId id : whole)
      std::get<Thread>(module.exprs[id]).axis += kWhole;
    rewrite(module, function, [&](const Expr &expr) -> std::optional<ExprId> {
      const auto *thread = std::get_if<Thread>(&expr);
      if (!thread || thread->what != Builtin::BlockIndex)
        return {};
      if (thread->axis >= kWhole)
        return module.make(Thread{Builtin::BlockIndex, thread->axis - kWhole});
      return thread->axis == axis ? std::optional(module.use(block)) : std::nullopt;
    });
  }
  bool asksFor(ExprId id, Builtin what) const {
    const auto *thread = std::get_if<Thread>(&module.exprs[id]);
    return (thread && thread->what == what) ||
           llvm::any_of(operandsOf(module.exprs[id]),
                        [&](ExprId operand) { return asksFor(operand, what); });
  }

  // --- the kernel -------------------------------------------------------------------------------

  void makeKernel() {
    const Function old = module.functions[kernel];
    Call call{function, {}, {}};
    std::vector<VarId> constants;
    for (VarId constant : old.constants) {
      constants.push_back(copyOf(constant, old));
      call.sizes.push_back(module.use(constants.back()));
    }
    const VarId piece = module.vars.add(Var{"piece", {Type::PieceOfBlock}, true});
    std::vector<Param> params;
    std::size_t next = 0;
    for (const Param &param : old.params) {
      const bool isGiven = !std::holds_alternative<std::monostate>(param.host);
      const bool differs = isGiven ? isRange(param) : differ[next++];
      const VarId var = copyOf(param.var, old);
      params.push_back({var, param.host});
      if (differs)
        makeByPiece(module.vars[var]);
      call.arguments.push_back(
          differs ? module.make(Member{module.use(var), "at", true, {module.use(piece)}})
                  : module.use(var));
    }
    const VarId ends = module.vars.add(Var{"ends", {Type::BoundaryFirst}});
    params.push_back({ends, HostEnds{axis}});
    call.arguments.push_back(module.make(Member{module.use(piece), "block"}));
    const ExprId found = module.make(
        Member{module.use(ends), "piece", true, {module.make(Thread{Builtin::BlockIndex, axis})}});
    const ExprId done = module.make(call);
    const ExprId counted =
        module.make(Call{Primitive::CountEnd, {}, {module.use(ends), module.use(piece)}});
    Function &now = module.functions[kernel];
    now.doc = "Boundary-first launch: the planes at both ends, then those between.";
    now.docNames.clear();
    now.constants = std::move(constants);
    now.params = std::move(params);
    now.body = {module.stmts.add({Declare{{{piece, found}}}}), module.stmts.add({Do{done}}),
                module.stmts.add({Do{counted}})};
  }

  /// Changes a parameter to an array in constant memory, with one element for each range of planes
  /// (low end, high end, between). The index is known only at run time: arrays outside of constant
  /// memory would be copied to local memory.
  void makeByPiece(Var &var) {
    const Type one = var.type;
    var.space = Space::Constant;
    var.type = instance(module, Template::ByPiece, {one});
  }

  /// Returns a copy of a variable for the new kernel. A parameter that the kernel `old` had in
  /// constant memory stays there.
  VarId copyOf(VarId var, const Function &old) {
    Var copy = module.vars[var];
    const bool isParam = llvm::any_of(old.params, [&](const Param &p) { return p.var == var; });
    if (isParam) {
      copy.isConst = copy.isReference = false;
      if (copy.type.kind == Type::TensorMap || inConstantMemory.count(var))
        copy.space = Space::Constant;
    }
    return module.vars.add(std::move(copy));
  }

public:
  /// Parameters in constant memory, of all kernels. They are collected before a kernel is
  /// rewritten.
  std::set<VarId> inConstantMemory;

private:
  Module &module;
  const FunctionId kernel;
  FunctionId function;
  int axis = 0;
  std::vector<bool> differ; // for each argument of a launch
};

} // namespace

/// Replaces calls of the runtime function balancedChunks() in the function `host`. It divides the
/// planes of tile columns into chunks (planes that one block sweeps). The new call is to a member
/// function of the time step's object, which keeps the division, so that the runtime can read it.
static void askStepForChunks(Module &module, FunctionId host) {
  ExprId step;
  for (const Param &param : module.functions[host].params)
    if (std::holds_alternative<HostStep>(param.host))
      step = module.use(param.var);
  rewrite(module, host, [&](const Expr &expr) -> std::optional<ExprId> {
    const auto *call = std::get_if<Call>(&expr);
    if (!call || call->what != decltype(call->what)(Primitive::BalancedChunks))
      return {};
    return module.make(Member{step, "balancedChunks", true, {call->arguments[0]}});
  });
}

Module boundaryFirst(Module module) {
  const std::vector<FunctionId> all = module.order;
  for (FunctionId id : all)
    if (module.functions[id].kind == Kind::Host && module.functions[id].task == Task::Step)
      askStepForChunks(module, id);
  for (FunctionId id : all) {
    const Function &function = module.functions[id];
    if (function.kind != Kind::Kernel || !llvm::any_of(function.params, isRange))
      continue;
    EndsOfKernel ends(module, id);
    for (const Param &param : function.params)
      if (module.vars[param.var].space == Space::Constant)
        ends.inConstantMemory.insert(param.var);
    ends.run();
  }
  return module;
}

} // namespace stencilc::kernel
