/// \file The context's part that is text already: functions of the kernel tree.
#include "emit/Context.h"
#include "emit/KernelPrinter.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::emit {

static KernelText textOf(ContextState &state, const kernel::Module &module) {
  return printKernels(module, state.names, dialectOf(state.plan), state.functions);
}

/// Whoever wants to sees a module after each pass; `of` says which kernel's, if not those of
/// passes.
static void show(ContextState &state, const LoweredModule &lowered, const std::string &of) {
  for (const auto &[pass, module] : lowered.stages) {
    const KernelText now = textOf(state, module);
    state.options.onKernels(of.empty() ? pass : pass + " of " + of,
                            now.constants + now.readers + now.types + now.functions + now.step);
  }
}

llvm::json::Object fusedStepsText(ContextState &state, const std::string &space) {
  const LoweredModule &lowered = state.kernels.fused.at(space);
  show(state, lowered, space);
  const KernelText text = textOf(state, lowered.module);
  return llvm::json::Object{{"constants", text.constants},
                            {"functions", text.types + text.inOrder},
                            {"launch", text.step}};
}

void addKernels(ContextState &state, llvm::json::Object &code) {
  show(state, state.kernels.cells, "");
  const KernelText text = textOf(state, state.kernels.cells.module);
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
