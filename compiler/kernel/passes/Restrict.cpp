/// \file The pass restrictToRange: makes launches update a range of cells along an axis.
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"

namespace stencilc::kernel {

/// Returns true if a function uses the range of a launch along an axis.
static bool usesBound(const Module &module, FunctionId function, int axis) {
  bool found = false;
  forEachExprBelow(module, module.functions[function].body, [&](ExprId id) {
    const auto *bound = std::get_if<Bound>(&module.exprs[id]);
    found |= bound && bound->axis == axis;
  });
  return found;
}

/// Returns the parameter of a function for which the host passes a value of kind `Host`. Returns an
/// invalid id if there is none.
template <class Host> static ExprId paramOf(Module &module, FunctionId function) {
  for (const Param &param : module.functions[function].params)
    if (std::holds_alternative<Host>(param.host))
      return module.use(param.var);
  return {};
}

/// Returns the expression for the range of planes in a function. Host functions get it from the
/// object of the time step. Other functions get a new parameter after the grid.
static ExprId rangeIn(Module &module, FunctionId function) {
  Function &f = module.functions[function];
  if (f.kind == Kind::Host)
    return module.make(Member{paramOf<HostStep>(module, function), "planes", true});
  const bool isReference = f.kind != Kind::Kernel;
  const VarId var = module.vars.add(Var{"range", {Type::PlaneRange}, isReference, isReference});
  auto behind = f.params.begin();
  while (behind != f.params.end() && !std::holds_alternative<HostGrid>(behind->host))
    ++behind;
  f.params.insert(behind == f.params.end() ? f.params.begin() : behind + 1, {var, HostRange{}});
  return module.use(var);
}

static void bindTo(Module &module, FunctionId function, int axis, ExprId range) {
  rewrite(module, function, [&](const Expr &expr) -> std::optional<ExprId> {
    const auto *bound = std::get_if<Bound>(&expr);
    if (!bound || bound->axis != axis)
      return {};
    static const char *const names[] = {"begin", "end", "count"};
    return module.make(Member{range, names[bound->which], bound->which == Bound::Count});
  });
}

/// Rewriter of the host function of a time step. Only launches of kernels remain, and the runtime
/// selects one by number. The runtime does the other parts of a step, because devices must
/// synchronise between them.
class KernelChoice {
public:
  KernelChoice(Module &module, FunctionId function) : module(module), function(function) {}

  void choose() {
    Function &step = module.functions[function];
    bool hasKernels = false;
    forEachStmt(module, step.body, [&](StmtId id) {
      hasKernels |= std::holds_alternative<KernelScope>(module.stmts[id].node);
    });
    if (!hasKernels)
      return;
    for (StmtId id : step.body)
      if (std::holds_alternative<Declare>(module.stmts[id].node))
        chosen.push_back(id);
    add(step.body);
    module.functions[function].body = chosen;
  }

private:
  void add(const Body &body) {
    for (StmtId id : body) {
      const auto *ofKernel = std::get_if<KernelScope>(&module.stmts[id].node);
      if (ofKernel) {
        const ExprId due = module.make(Member{paramOf<HostStep>(module, function), "kernel", true});
        const ExprId number = module.integer(static_cast<std::int64_t>(ofKernel->kernel));
        module.stmts[id].node = If{module.make(Binary{Op::Equal, due, number}), ofKernel->body, {}};
        chosen.push_back(id);
        continue;
      }
      std::vector<Body> inner;
      for (const Body *part : bodiesOf(std::as_const(module.stmts[id])))
        inner.push_back(*part);
      for (const Body &part : inner)
        add(part);
    }
  }

  Module &module;
  const FunctionId function;
  Body chosen;
};

Module restrictToRange(Module module, int axis) {
  for (FunctionId function : module.functions.ids()) {
    if (usesBound(module, function, axis))
      bindTo(module, function, axis, rangeIn(module, function));
    if (module.functions[function].kind == Kind::Host)
      KernelChoice(module, function).choose();
  }
  return module;
}

Module bindToGrid(Module module) {
  for (FunctionId function : module.functions.ids())
    rewrite(module, function, [&](const Expr &expr) -> std::optional<ExprId> {
      const auto *bound = std::get_if<Bound>(&expr);
      if (!bound)
        return {};
      return bound->which == Bound::Begin ? module.integer(0)
                                          : module.make(Extent{bound->grid, bound->axis});
    });
  return module;
}

} // namespace stencilc::kernel
