/// \file Checks and stores save requests from the C interface of a program's library.
#include "runtime/parts/save/InstanceSaves.h"
#include "runtime/core/instance/Instance.h"
#include "runtime/core/instance/InterfaceCalls.h"
#include "runtime/parts/save/ProgramSaves.h"
#include "runtime/parts/save/SaveArguments.h"
#include "runtime/parts/save/Saves.h"

namespace stencilc::inline STENCILC_SPACE {

/// Sets `requests` to what `call` asks for. `fields` has a text for each field or window of a
/// field, or is empty: all `save` statements of the program.
static Status requestsOfCall(const SaveCall &call, const std::vector<std::string> &fields,
                             const Instance &instance, std::vector<SaveRequest> &requests) {
  const ProgramDescription &program = instance.description();
  const Grid grid = instance.itsEngine().grid();
  SaveArguments arguments;
  std::string wrong;
  if (!fields.empty() && !call.path)
    wrong = "no file to save to: the path is null";
  for (const std::string &field : fields)
    if (wrong.empty())
      wrong = takeSave(saveNames(program), field + "=" + call.path, arguments);
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
  std::vector<std::string> fields;
  if (call.what)
    fields.emplace_back(call.what);
  if (Status status = requestsOfCall(call, fields, instance, added); !status)
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

/// Returns the parts of `what` between commas that are not within brackets.
static std::vector<std::string> splitFields(std::string_view what) {
  std::vector<std::string> fields(1);
  bool isInside = false;
  for (const char c : what) {
    isInside = c == '[' || (isInside && c != ']');
    if (c == ',' && !isInside)
      fields.emplace_back();
    else if (c != ' ' || !fields.back().empty())
      fields.back() += c;
  }
  return fields;
}

/// Returns the names of all fields that time steps change.
static std::vector<std::string> fieldsToSave(const ProgramDescription &program) {
  std::vector<std::string> fields;
  for (int i = 0; i < program.namedCount(); ++i)
    if (program.fields[i].updated)
      fields.emplace_back(program.fields[i].name);
  return fields;
}

Status saveNow(const SaveCall &call, Instance &instance) {
  const ProgramDescription &program = instance.description();
  const std::vector<std::string> fields =
      call.what ? splitFields(call.what) : fieldsToSave(program);
  if (fields.empty())
    return Status::invalid(std::string(program.name) + " has no field that time steps change");
  SaveCall once = call;
  once.every = 1;
  std::vector<SaveRequest> requests;
  if (Status status = requestsOfCall(once, fields, instance, requests); !status)
    return status;
  for (SaveRequest &request : requests)
    request.isSingle = isSequence(request.path) && !sequenceError(request.path).empty();
  SavePlan plan;
  Status status =
      planSaves(program, instance.parameterValues(), instance.itsEngine().grid(), requests, plan);
  return status ? writeSnapshot(std::move(plan), instance) : status;
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
