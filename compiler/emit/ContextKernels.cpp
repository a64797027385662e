/// \file The context's part that is text already: functions of the kernel tree.
#include "emit/Context.h"
#include "emit/KernelPrinter.h"
#include "kernel/Passes.h"
#include "kernel/Readers.h"
#include "plan/Schedule.h"
#include "schedules/wavefront/Lower.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::emit {

static void addReaders(kernel::Readers &readers, const ContextState &state) {
  const plan::Plan &plan = state.plan;
  for (ir::FieldId field : state.program().fields.ids())
    readers.add(field, {.reach = kernel::readBeyond(
                            state.facts, field,
                            [&](std::size_t pass) { return plan.passes[pass].bringsAll(); }),
                        .isReadOnly = plan.hasReadOnlyViews(),
                        .goesOn = plan.endlessAxis(state.program()),
                        .isCalledFromOutside =
                            state.helpers.count("read" + state.names.capitals[field.index]) > 0});
}

namespace {

/// A module on its way through the passes; whoever wants to sees it after each.
class Line {
public:
  /// `lower` puts functions into the module; `of` says which kernel's, if not those of passes.
  Line(ContextState &state, std::string of, const std::function<void(kernel::Module &)> &lower)
      : state(state), of(std::move(of)), module{.program = &state.program()} {
    lower(module);
    show("lower");
  }
  template <class Pass> void apply(const char *name, Pass pass) {
    module = pass(std::move(module));
    show(name);
  }
  KernelText text() const {
    const bool isCpu = state.plan.target.kind == plan::TargetKind::Cpu;
    return printKernels(module, state.names, isCpu ? cppDialect() : cudaDialect(), state.functions);
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
                            now.constants + now.readers + now.types + now.functions + now.step);
  }

  ContextState &state;
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

llvm::json::Object fusedStepsText(ContextState &state, const plan::WavefrontShape &shape,
                                  const std::string &space) {
  Line line(state, space, [&](kernel::Module &module) {
    schedules::lowerFusedSteps(module, state.facts, state.plan, shape);
  });
  applyPasses(state, line);
  const KernelText text = line.text();
  return llvm::json::Object{{"constants", text.constants},
                            {"functions", text.types + text.inOrder},
                            {"launch", text.step}};
}

void addKernels(ContextState &state, llvm::json::Object &code) {
  Line line(state, "", [&](kernel::Module &module) {
    kernel::Readers readers(module);
    addReaders(readers, state);
    plan::findSchedule(state.plan.schedule)->lower(module, state.facts, state.plan, readers);
  });
  applyPasses(state, line);
  const KernelText text = line.text();
  const auto part = [](const std::string &text) {
    return text.empty() ? llvm::json::Value(false)
                        : llvm::json::Value(llvm::json::Object{{"text", text}});
  };
  code["kernelConstants"] = part(text.constants);
  code["kernelTypes"] = part(text.types);
  code["readers"] = part(text.readers);
  code["cellKernels"] = part(text.functions);
  code["cellStep"] = part(text.step);
}

} // namespace stencilc::emit
