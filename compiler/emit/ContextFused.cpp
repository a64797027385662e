/// \file The context's part about kernels of fused time steps: each in a namespace of its own, so
/// that one template makes all of them.
#include "emit/WavefrontStage.h"
#include "plan/RestKernels.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// What a single step costs, as launches do: the last kernel's, if it is one.
static std::int64_t stepCost(const plan::Plan &plan) {
  return plan.stepsByPasses() || plan.rest.empty() ? plan::singleCost(plan)
                                                   : plan::launchCost(plan.rest.back());
}

static Object kernelContext(ContextState &state, const plan::FusedKernel &kernel) {
  std::string reason;
  const auto shape = plan::makeWavefrontShape(state.facts, kernel.fused, reason);
  assert(shape && "the plan was made from it");
  Object fused = wavefrontContext(state, *shape);
  fused["picture"] = Array(kernel.picture);
  return Object{{"space", "steps" + std::to_string(kernel.fused.steps)},
                {"fused", std::move(fused)},
                {"isOneStep", kernel.fused.steps == 1},
                {"steps", kernel.fused.steps},
                {"cost", plan::launchCost(kernel, stepCost(state.plan))}};
}

void addFused(ContextState &state, Object &code) {
  const plan::Plan &plan = state.plan;
  Array kernels;
  if (plan.fused)
    kernels.push_back(kernelContext(state, {*plan.fused, plan.fusedPass, plan.picture}));
  for (const plan::FusedKernel &kernel : plan.rest)
    kernels.push_back(kernelContext(state, kernel));
  code["kernels"] = std::move(kernels);
  code["stepsByPasses"] = plan.stepsByPasses();
  code["fusedUsesTensors"] =
      plan.fused && (plan.fused->tensors || llvm::any_of(plan.rest, [](const auto &kernel) {
                       return kernel.fused.tensors;
                     }));
  code["fused"] = false;
  if (!plan.fused || plan.fused->steps == 1)
    return;
  const bool endsWithSingle = !plan.stepsByPasses();
  code["fused"] = Object{{"count", 1 + static_cast<int>(plan.rest.size()) - endsWithSingle},
                         {"stepCost", stepCost(plan)}};
}

} // namespace stencilc::emit
