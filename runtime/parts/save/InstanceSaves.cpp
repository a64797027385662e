/// \file Checks and stores save requests from the C interface of a program's library.
#include "runtime/parts/save/InstanceSaves.h"
#include "runtime/core/instance/Instance.h"
#include "runtime/core/instance/InterfaceCalls.h"
#include "runtime/parts/save/ProgramSaves.h"
#include "runtime/parts/save/SaveArguments.h"
#include "runtime/parts/save/Saves.h"

namespace stencilc::inline STENCILC_SPACE {

static Status requestsOfCall(const SaveCall &call, const Instance &instance,
                             std::vector<SaveRequest> &requests) {
  const ProgramDescription &program = instance.description();
  const Grid grid = instance.itsEngine().grid();
  SaveArguments arguments;
  std::string wrong;
  if (call.what && !call.path)
    wrong = "no file to save to: the path is null";
  else if (call.what)
    wrong = takeSave(saveNames(program), std::string(call.what) + "=" + call.path, arguments);
  if (wrong.empty() && call.as)
    wrong = readSaveType(call.as, arguments.as);
  if (wrong.empty() && (call.level < 0 || call.level > 9))
    wrong = std::to_string(call.level) +
            " is not a compression level; give 1 (fast) to 9 (small), or 0 for no compression";
  if (call.level != 0)
    arguments.level = call.level;
  if (wrong.empty() && call.every < 0)
    wrong = "a save every " + std::to_string(call.every) + " steps is not possible; give 1 or more";
  arguments.every = call.every;
  if (wrong.empty())
    wrong = requestsOf(arguments, savesOf(program, instance.parameterValues(), grid), requests);
  if (wrong.empty() && requests.empty())
    wrong = std::string(program.source) + " saves nothing; name a field and a file";
  return wrong.empty() ? Status() : Status::invalid(wrong);
}

Status requestSave(const SaveCall &call, Instance &instance) {
  Saves &saves = Saves::of(instance);
  if (saves.areWanted())
    return Status::invalid("saving has begun; finish it first");
  std::vector<SaveRequest> added;
  if (Status status = requestsOfCall(call, instance, added); !status)
    return status;
  std::vector<SaveRequest> all = saves.requested();
  all.insert(all.end(), added.begin(), added.end());
  SavePlan plan;
  Status status = planSaves(instance.description(), instance.parameterValues(),
                            instance.itsEngine().grid(), all, plan);
  if (!status)
    return status;
  saves.requested() = std::move(all);
  SaveStart from;
  from.before = instance.stepNumber();
  saves.promise(std::move(plan), from);
  return {};
}

static Status endSaves(const Instance &instance) {
  Saves *const saves = Saves::find(instance);
  return saves ? saves->end() : Status();
}

extern "C" {

int STENCILC_SYMBOL(save)(void *simulation, const char *what, const char *path, Int64 every,
                          const char *type, int level) noexcept {
  return outsideOfRuns(simulation, "save", [&](Instance &its) {
    return its.keep(requestSave({what, path, every, type, level}, its));
  });
}
int STENCILC_SYMBOL(finish_saves)(void *simulation) noexcept {
  return outsideOfRuns(simulation, "finish_saves",
                       [](Instance &its) { return its.keep(endSaves(its)); });
}

} // extern "C"

} // namespace stencilc::inline STENCILC_SPACE
