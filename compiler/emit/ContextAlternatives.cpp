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
static std::string spaceOf(const plan::Plan &plan) { return "by" + stemOf(plan); }

/// The kernels of an alternative, as other ones call them; its single steps if it fuses none.
static Array alternativeLadder(const plan::Plan &plan, const Object &code) {
  const std::string space = spaceOf(plan) + "::";
  Array ladder;
  for (const Value &kernel : *code.getArray("kernels"))
    ladder.push_back(rungContext(*kernel.getAsObject(), space));
  if (ladder.empty())
    ladder.push_back(
        Object{{"steps", 1}, {"launch", space + "step"}, {"cost", plan::singleCost(plan)}});
  for (Value &rung : ladder) {
    (*rung.getAsObject())["other"] = true;
    (*rung.getAsObject())["schedule"] = plan.schedule;
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
                         const EmitOptions &options, const Surroundings &around) {
  Value context = makeContext(facts, plan, options, around);
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
  for (Value &kernel : alternativeLadder(plan, *own.getObject("code")))
    ladder.push_back(std::move(kernel));
  llvm::stable_sort(ladder, [](const Value &a, const Value &b) {
    return *a.getAsObject()->getInteger("steps") > *b.getAsObject()->getInteger("steps");
  });
  setLadder(context, std::move(ladder));
}

} // namespace stencilc::emit
