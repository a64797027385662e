/// \file Template data that is printed from kernel trees.
#include "emit/KernelPrinter.h"
#include "emit/frame/Frame.h"
#include "emit/frame/VariantTable.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::emit {

/// Returns the text of a lowered kernel module in `dialect`. Calls EmitOptions::onKernels with the
/// tree after each pass, if these trees were kept. `of` names the kernel in these calls. It is ""
/// for kernels of single time steps.
static KernelText textOf(FrameState &state, const LoweredModule &lowered, const Dialect &dialect,
                         const std::string &of) {
  const auto print = [&](const kernel::Module &module) {
    return printKernels(module, state.names, dialect, state.functions);
  };
  for (const auto &[pass, module] : lowered.stages) {
    const KernelText now = print(module);
    state.options.onKernels(of.empty() ? pass : pass + " of " + of, now.constants + now.readers +
                                                                        now.types + now.functions +
                                                                        now.step + now.checks);
  }
  return print(lowered.module);
}

static bool usesNumbers(const kernel::Module &module) {
  return llvm::any_of(module.order, [&](kernel::FunctionId function) {
    return llvm::any_of(module.functions[function].params, [&](const kernel::Param &param) {
      return module.vars[param.var].type.kind == kernel::Type::Numbers;
    });
  });
}

static std::string inNamespace(const std::string &doc, const std::string &name,
                               const std::string &text) {
  return "\n/// " + doc + "\nnamespace " + name + " {\n\n" + text + "\n} // namespace " + name +
         "\n";
}

/// Returns the text of a kernel that fuses several time steps, in its namespace, after a comment
/// that draws its pipeline.
static std::string fusedText(const plan::FusedKernel &kernel, const KernelText &text) {
  const int steps = kernel.fused.steps;
  std::string all;
  for (const std::string &line : kernel.picture)
    all += "// " + line + "\n";
  all += text.constants + text.types + text.inOrder + text.step;
  return inNamespace(steps == 1 ? "A single time step."
                                : std::to_string(steps) + " fused time steps.",
                     spaceOf(kernel), all);
}

PlanText kernelsText(FrameState &state) {
  const Dialect &dialect = dialectOf(state.plan);
  const KernelText single = textOf(state, state.kernels.cells, dialect, "");
  std::string fused;
  for (const plan::FusedKernel &kernel : fusedKernels(state.plan)) {
    const std::string space = spaceOf(kernel);
    fused += fusedText(kernel, textOf(state, state.kernels.fused.at(space), dialect, space));
  }
  const bool hasNumbers = llvm::any_of(state.kernels.modules(),
                                       [](const auto *module) { return usesNumbers(*module); });
  return {(hasNumbers ? numbersText(state.numbers) : "") + "\n" + single.constants +
              single.readers + single.types + single.functions + fused + single.step,
          single.checks};
}

std::string alternativeText(FrameState &state) {
  return inNamespace("Kernel variants that may be faster: long runs time them in a trial.",
                     alternativeSpace(state.plan), kernelsText(state).kernels);
}

std::string hostFunctionsText(FrameState &state) {
  return textOf(state, state.kernels.host, cppDialect(), "what the host computes").step;
}

std::set<std::string> namesOfRuntime(const FrameState &state) {
  std::set<std::string> names = state.functions;
  names.insert({"Grid", "View"});
  if (state.plan.hasReadOnlyViews())
    names.insert("ReadOnlyView");
  return names;
}

} // namespace stencilc::emit
