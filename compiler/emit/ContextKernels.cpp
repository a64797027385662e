/// \file The context's part that is text already: functions of the kernel tree.
#include "emit/Context.h"
#include "emit/KernelPrinter.h"
#include "kernel/Checks.h"
#include "kernel/HostFunctions.h"
#include "kernel/Passes.h"
#include "plan/Schedule.h"
#include "schedules/wavefront/Lower.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::emit {

static const Dialect &dialectOf(const plan::Plan &plan) {
  return plan.target.kind == plan::TargetKind::Cpu ? cppDialect() : cudaDialect();
}

static void addReaders(kernel::Readers &readers, const ContextState &state) {
  const plan::Plan &plan = state.plan;
  const auto bringsAll = [&](std::size_t pass) { return plan.passes[pass].bringsAll(); };
  for (ir::FieldId field : state.program().fields.ids())
    readers.add(field, {.reach = kernel::readBeyond(state.facts, field, bringsAll),
                        .isReadOnly = plan.hasReadOnlyViews(),
                        .goesOn = plan.endlessAxis(state.program())});
}

namespace {

/// A module on its way through the passes; whoever wants to sees it after each.
class Line {
public:
  /// `lower` puts functions into the module; `of` says which kernel's, if not those of passes.
  Line(ContextState &state, const Dialect &dialect, std::string of,
       const std::function<void(kernel::Module &)> &lower)
      : state(state), dialect(dialect), of(std::move(of)), module{.program = &state.program()} {
    lower(module);
    show("lower");
  }
  template <class Pass> void apply(const char *name, Pass pass) {
    module = pass(std::move(module));
    show(name);
  }
  KernelText text() const { return printKernels(module, state.names, dialect, state.functions); }
  bool usesNumbers() const {
    return llvm::any_of(module.order, [&](kernel::FunctionId function) {
      return llvm::any_of(module.functions[function].params, [&](const kernel::Param &param) {
        return module.vars[param.var].type.kind == kernel::Type::Numbers;
      });
    });
  }
  /// \pre verify() finds nothing: else a lowering is at fault.
  void check() const {
    for (const std::string &broken : kernel::verify(module))
      llvm::report_fatal_error(llvm::Twine("the kernel tree is broken: ") + broken);
  }

private:
  void show(const char *name) const {
    if (!state.options.onKernels || state.names.around.isSurvey || module.order.empty())
      return;
    const KernelText now = text();
    state.options.onKernels(of.empty() ? name : name + (" of " + of),
                            now.constants + now.readers + now.types + now.functions + now.step +
                                now.checks);
  }

  ContextState &state;
  const Dialect &dialect;
  const std::string of;
  kernel::Module module;
};

} // namespace

/// The passes that all kernels go through.
static void applyPasses(const ContextState &state, Line &line) {
  if (state.plan.streamed)
    line.apply("restrictToRange", [&](kernel::Module module) {
      return kernel::restrictToRange(std::move(module), state.program().lastAxis());
    });
  line.apply("bindToGrid", kernel::bindToGrid);
  line.apply("simplify", kernel::simplify);
  line.check();
}

/// Single steps, and passes over the cells for what runs watch.
static Line lowerSteps(ContextState &state) {
  const plan::Plan &plan = state.plan;
  Line line(state, dialectOf(plan), "", [&](kernel::Module &module) {
    kernel::Readers readers(module);
    addReaders(readers, state);
    if (state.stepsByPasses())
      plan::findSchedule(plan.schedule)->lower(module, state.facts, plan, readers);
    if (!state.isAlternative)
      kernel::lowerChecks(module, state.facts, readers,
                          plan.target.kind == plan::TargetKind::Cpu ? kernel::ReducedBy::Host
                                                                    : kernel::ReducedBy::Kernels);
  });
  applyPasses(state, line);
  return line;
}

static Line lowerFused(ContextState &state, const plan::FusedKernel &kernel) {
  Line line(state, dialectOf(state.plan), spaceOf(kernel), [&](kernel::Module &module) {
    schedules::lowerFusedSteps(module, state.facts, state.plan,
                               kernel.pass.shapeAs<plan::WavefrontShape>());
  });
  applyPasses(state, line);
  return line;
}

/// One kernel of fused steps in its namespace, under a picture of its pipeline.
static std::string fusedText(const plan::FusedKernel &kernel, const KernelText &text) {
  const int steps = kernel.fused.steps;
  std::string all;
  for (const std::string &line : kernel.picture)
    all += "// " + line + "\n";
  all += text.constants + text.types + text.inOrder + text.step;
  return inNamespace(steps == 1 ? "A single step." : std::to_string(steps) + " time steps at once.",
                     spaceOf(kernel), all);
}

std::string unlessSingleSteps(const std::string &text) {
  return "#if !defined(STENCILC_SINGLE_STEPS)\n" + text + "#endif\n";
}

std::string kernelsText(ContextState &state, std::string &checks) {
  const Line steps = lowerSteps(state);
  const KernelText single = steps.text();
  bool usesNumbers = steps.usesNumbers();
  std::string fused;
  for (const plan::FusedKernel &kernel : fusedKernels(state.plan)) {
    const Line line = lowerFused(state, kernel);
    usesNumbers |= line.usesNumbers();
    fused += fusedText(kernel, line.text());
  }
  if (state.mayBeginWithSteps())
    fused = unlessSingleSteps(fused);
  checks = single.checks;
  return (usesNumbers ? numbersText(state.numbers) : "") + "\n" + single.constants +
         single.readers + single.types + single.functions + fused + single.step;
}

std::string hostFunctionsText(ContextState &state) {
  Line line(state, cppDialect(), "what the host computes", kernel::lowerHostFunctions);
  line.apply("simplify", kernel::simplify);
  line.check();
  return line.text().step;
}

} // namespace stencilc::emit
