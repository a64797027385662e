/// \file The context's part about kernels of fused time steps: each in a namespace of its own, and
/// what runs know of them.
#include "emit/Context.h"
#include "plan/RestKernels.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// What a single step costs, as launches do: the last kernel's, if it is one.
static std::int64_t stepCost(const plan::Plan &plan) {
  return plan.stepsByPasses() || plan.rest.empty() ? plan::singleCost(plan)
                                                   : plan::launchCost(plan.rest.back());
}

void addFused(const ContextState &state, Object &code) {
  const plan::Plan &plan = state.plan;
  Array launches;
  for (const plan::FusedKernel &kernel : fusedKernels(plan))
    launches.push_back(Object{{"space", spaceOf(kernel)},
                              {"steps", kernel.fused.steps},
                              {"cost", plan::launchCost(kernel, stepCost(plan))}});
  code["launches"] = std::move(launches);
  code["step"] = state.stepsByPasses() ? "step" : "steps1::launch";
  code["stepCost"] = stepCost(plan);
  code["mayBeginWithSteps"] = state.mayBeginWithSteps();
  code["stepSchedule"] = "\"" + plan.stepSchedule() + "\"";
  code["isTried"] = plan.isTried;
}

Object rungContext(const Object &kernel, const std::string &space) {
  return Object{{"steps", *kernel.getInteger("steps")},
                {"launch", space + kernel.getString("space")->str() + "::launch"},
                {"cost", *kernel.getInteger("cost")},
                {"other", false}};
}

void setLadder(Object &code, Array ladder) { code["ladder"] = listOrFalse(std::move(ladder)); }

Array ownLadder(const Object &code) {
  Array ladder;
  for (const llvm::json::Value &kernel : *code.getArray("launches"))
    if (*kernel.getAsObject()->getInteger("steps") > 1) // a single step has a place of its own
      ladder.push_back(rungContext(*kernel.getAsObject(), ""));
  return ladder;
}

} // namespace stencilc::emit
