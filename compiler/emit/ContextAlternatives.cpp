/// \file The context's part about plans that the best one is tried against: the text of their
/// kernels, and the ladder of all kernels that runs choose among.
#include "emit/Context.h"
#include "emit/Spelling.h"
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

/// The kernels of an alternative, as other ones call them; its single steps if it fuses none.
static Array alternativeLadder(const plan::Plan &plan, const Object &code) {
  const std::string space = spaceOf(plan) + "::";
  Array ladder;
  const auto add = [&](std::int64_t steps, const std::string &launch, std::int64_t cost) {
    ladder.push_back(Object{{"steps", steps},
                            {"launch", space + launch},
                            {"cost", cost},
                            {"other", true},
                            {"schedule", plan.schedule}});
  };
  for (const Value &value : *code.getArray("kernels")) {
    const Object &kernel = *value.getAsObject();
    add(*kernel.getInteger("steps"), kernel.getString("space")->str() + "::launch",
        *kernel.getInteger("cost"));
  }
  if (ladder.empty())
    add(1, "step", plan::singleCost(plan));
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
  code["stepsByPasses"] = plan.fused ? false : *code.getBoolean("stepsByPasses");
  return context;
}

void addAlternative(Object &context, const plan::Plan &plan, const Object &own,
                    const std::string &text) {
  context.getArray("alternatives")->push_back(Object{{"space", spaceOf(plan)}, {"text", text}});
  addNeeds(own, context);
  Object &code = *context.getObject("code");
  code["uniformsApart"] = true;
  Array &ladder = *context.getArray("ladder");
  for (Value &kernel : alternativeLadder(plan, *own.getObject("code")))
    ladder.push_back(std::move(kernel));
  llvm::stable_sort(ladder, [](const Value &a, const Value &b) {
    return *a.getAsObject()->getInteger("steps") > *b.getAsObject()->getInteger("steps");
  });
  code["fused"] = Object{{"count", ladder.size()}, {"stepCost", *code.getInteger("stepCost")}};
}

} // namespace stencilc::emit
