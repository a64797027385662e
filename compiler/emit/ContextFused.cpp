/// \file The context's part about kernels of fused time steps: each in a namespace of its own, so
/// that one template makes all of them.
#include "emit/Context.h"
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
  const std::string space = spaceOf(kernel);
  Object fused = fusedStepsText(state, space);
  fused["picture"] = Array(kernel.picture);
  return Object{{"space", space},
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
  code["stepCost"] = stepCost(plan);
  code["mayBeginWithSteps"] = state.options.form == EmitForm::Module && plan.mayBeginWithSteps();
  code["stepSchedule"] = "\"" + plan.stepSchedule() + "\"";
  code["uniformsApart"] = false;
  code["isTried"] = plan.isTried;
}

Object rungContext(const Object &kernel, const std::string &space) {
  return Object{{"steps", *kernel.getInteger("steps")},
                {"launch", space + kernel.getString("space")->str() + "::launch"},
                {"cost", *kernel.getInteger("cost")},
                {"other", false}};
}

void setLadder(Object &context, Array ladder) {
  Object &code = *context.getObject("code");
  code["fused"] = false;
  if (!ladder.empty())
    code["fused"] = Object{{"count", ladder.size()}, {"stepCost", *code.getInteger("stepCost")}};
  context["ladder"] = std::move(ladder);
}

Array ownLadder(const Object &code) {
  Array ladder;
  for (const llvm::json::Value &kernel : *code.getArray("kernels"))
    if (!*kernel.getAsObject()->getBoolean("isOneStep")) // a single step has a place of its own
      ladder.push_back(rungContext(*kernel.getAsObject(), ""));
  return ladder;
}

} // namespace stencilc::emit
