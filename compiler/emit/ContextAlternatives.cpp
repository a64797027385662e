/// \file The context's part about plans that the best one is tried against: the text of their
/// kernels, and the ladder of all kernels that runs choose among.
#include "emit/Context.h"
#include "plan/RestKernels.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// "bySweep".
static std::string spaceOf(const plan::Plan &plan) { return "by" + stemOf(plan.schedule); }

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
  for (const Value &kernel : *code.getArray("kernels"))
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

/// What the text of `from` needs of the places that `to` describes: headers, names of the runtime.
static void addNeeds(const Object &from, Object &to) {
  const auto copyFlag = [&](const char *part, const char *flag) {
    if (from.getObject(part)->getBoolean(flag).value_or(false))
      (*to.getObject(part))[flag] = true;
  };
  copyFlag("plan", "usesTensors");
  copyFlag("plan", "isReadOnly");
  copyFlag("code", "fusedUsesTensors");
  std::set<std::string> functions;
  for (const Object *context : {&from, static_cast<const Object *>(&to)})
    for (const Value &function : *context->getObject("code")->getArray("functions"))
      functions.insert(function.getAsString()->str());
  Array all;
  for (const std::string &function : functions)
    all.push_back(function);
  (*to.getObject("code"))["functions"] = std::move(all);
}

Value alternativeContext(const analysis::Facts &facts, const plan::Plan &plan,
                         const EmitOptions &options, const LoweredKernels &kernels,
                         const Surroundings &around) {
  Value context = makeContext(facts, plan, options, kernels, around);
  Object &code = *context.getAsObject()->getObject("code");
  if (plan.fused) // single steps are those of the best plan
    code["stepsByPasses"] = false;
  code["mayBeginWithSteps"] = false; // that is said around it
  return context;
}

void addAlternative(Object &context, const plan::Plan &plan, const Object &own,
                    const std::string &text) {
  context.getArray("alternatives")->push_back(Object{{"space", spaceOf(plan)}, {"text", text}});
  addNeeds(own, context);
  (*context.getObject("code"))["uniformsApart"] = true;
  Array ladder = std::move(*context.getArray("ladder"));
  const std::int64_t ownStep = costOfOwnStep(*context.getObject("code"), ladder);
  for (Value &kernel : alternativeLadder(plan, *own.getObject("code"), ownStep))
    ladder.push_back(std::move(kernel));
  llvm::stable_sort(ladder, [](const Value &a, const Value &b) {
    return *a.getAsObject()->getInteger("steps") > *b.getAsObject()->getInteger("steps");
  });
  setLadder(context, std::move(ladder));
}

} // namespace stencilc::emit
