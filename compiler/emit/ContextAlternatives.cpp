/// \file The context's part about plans that the best one is tried against: the text of their
/// kernels, and the ladder of all kernels that runs choose among.
#include "emit/Context.h"
#include "plan/RestKernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// "bySweep".
static std::string spaceOf(const plan::Plan &plan) {
  std::string name = plan.schedule;
  name.front() = llvm::toUpper(name.front());
  return "by" + name;
}

/// What a step of the best plan costs by its own kernels at least.
static std::int64_t costOfOwnStep(const Object &code, const Array &ladder) {
  std::int64_t least = *code.getInteger("stepCost");
  for (const Value &rung : ladder)
    if (const Object &own = *rung.getAsObject(); !own.getBoolean("other").value_or(false))
      least = std::min(least, *own.getInteger("cost") / *own.getInteger("steps"));
  return least;
}

/// The kernels of an alternative, as other ones call them; its single steps if it fuses none. None
/// is cheaper than `ownStep`: before a trial has found out, runs do what was planned. (Alone, and
/// without the steps left over, a kernel may well cost less than its plan, by the model.)
static Array alternativeLadder(const plan::Plan &plan, const Object &code, std::int64_t ownStep) {
  const std::string space = spaceOf(plan) + "::";
  Array ladder;
  for (const Value &kernel : *code.getArray("launches"))
    ladder.push_back(rungContext(*kernel.getAsObject(), space));
  if (ladder.empty())
    ladder.push_back(
        Object{{"steps", 1}, {"launch", space + "step"}, {"cost", plan::singleCost(plan)}});
  for (Value &value : ladder) {
    Object &rung = *value.getAsObject();
    rung["other"] = true;
    rung["schedule"] = plan.schedule;
    rung["cost"] = std::max(*rung.getInteger("cost"), *rung.getInteger("steps") * ownStep + 1);
  }
  return ladder;
}

/// `names` of the runtime join those that the text of `code` uses.
static void addNames(std::set<std::string> names, Object &code) {
  for (const Value &name : *code.getArray("names"))
    names.insert(name.getAsString()->str());
  code["names"] = Array(names);
}

void addAlternative(Object &context, const analysis::Facts &facts, const plan::Plan &plan,
                    const EmitOptions &options, const LoweredKernels &kernels,
                    const ProgramNames &names) {
  ContextState state{facts, plan, options, kernels, names};
  state.isAlternative = true;
  Object own;
  addKernels(state, own);
  Object &code = *context.getObject("code");
  const std::string text = inNamespace(
      "Kernels that may turn out to be faster: they take part in the trial of a long run.",
      spaceOf(plan), own.getString("kernels")->str());
  const bool isLater = *code.getBoolean("mayBeginWithSteps");
  code["kernels"] = code.getString("kernels")->str() + (isLater ? unlessSingleSteps(text) : text);
  code["uniformsApart"] = true;
  addNames(namesOfRuntime(state), code);
  Array ladder;
  if (Object *before = code.getObject("ladder"))
    ladder = std::move(*before->getArray("list"));
  const std::int64_t ownStep = costOfOwnStep(code, ladder);
  for (Value &kernel : alternativeLadder(plan, own, ownStep))
    ladder.push_back(std::move(kernel));
  llvm::stable_sort(ladder, [](const Value &a, const Value &b) {
    return *a.getAsObject()->getInteger("steps") > *b.getAsObject()->getInteger("steps");
  });
  setLadder(code, std::move(ladder));
}

} // namespace stencilc::emit
