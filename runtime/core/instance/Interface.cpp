/// \file The C interface of the runtime. A simulation pointer that is null, because create failed,
/// is an error.
#include "stencilc/Interface.h"
#include "runtime/core/instance/Instance.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE {

namespace {

constexpr int kMissing = static_cast<int>(StatusCode::Invalid);

Instance *of(const void *simulation) {
  return static_cast<Instance *>(const_cast<void *>(simulation));
}

/// Calls `change` with the simulation and returns its result. Returns an error if a run is in
/// progress: a callback of the run has then called the function named `call`.
template <class Change> int outsideOfRuns(void *simulation, const char *call, Change change) {
  if (!simulation)
    return kMissing;
  Instance &its = *of(simulation);
  if (!its.isRunning())
    return change(its);
  return its.keep(Status::invalid(
      format("'%s' was called from a callback of a run; call it after the run", call)));
}

/// Returns true if the request names a program. Otherwise sets the error message: the caller has
/// passed no options, or options whose size is 0.
bool isComplete(const CreateRequest &request) {
  if (!request.program)
    copyMessage("the options are NULL, or their size is 0: begin with NAME_defaults() and give the "
                "extents in them",
                request.message, request.messageSize);
  return request.program;
}

InstanceOptions optionsOf(const CreateRequest &request) {
  InstanceOptions options;
  std::copy(request.extents, request.extents + 3, options.extents);
  options.memory = request.memory;
  options.memoryBytes = request.memoryBytes;
  options.rowPitch = request.rowPitch;
  options.steps = request.steps;
  options.threads = request.threads;
  if (request.devices && request.deviceCount > 0)
    options.devices.numbers.assign(request.devices, request.devices + request.deviceCount);
  return options;
}

} // namespace

extern "C" {

Size STENCILC_SYMBOL(bytes_needed)(const CreateRequest *request) noexcept {
  if (!isComplete(*request))
    return 0;
  return Instance::bytesNeeded(*request->program, optionsOf(*request), request->message,
                               request->messageSize);
}
void *STENCILC_SYMBOL(create)(const CreateRequest *request) noexcept {
  if (!isComplete(*request))
    return nullptr;
  return Instance::create(*request->program, optionsOf(*request), request->message,
                          request->messageSize);
}
void STENCILC_SYMBOL(destroy)(void *simulation) noexcept {
  if (!simulation || of(simulation)->isRunning())
    return;                      // the run in progress still uses it
  of(simulation)->finishSaves(); // the last chance to complete the files
  delete of(simulation);
}

const char *STENCILC_SYMBOL(last_error)(const void *simulation) noexcept {
  return simulation ? of(simulation)->lastError()
                    : "the simulation is NULL: it was never created, or create failed";
}
int STENCILC_SYMBOL(set_parameter)(void *simulation, const char *name, double value) noexcept {
  return simulation ? of(simulation)->setParameter(name, value) : kMissing;
}
int STENCILC_SYMBOL(get_parameter)(const void *simulation, const char *name,
                                   double *value) noexcept {
  return simulation ? of(simulation)->getParameter(name, value) : kMissing;
}
int STENCILC_SYMBOL(set_series)(void *simulation, const char *name, const double *numbers,
                                Int64 count) noexcept {
  return simulation ? of(simulation)->setSeries(name, numbers, count) : kMissing;
}
int STENCILC_SYMBOL(set_points)(void *simulation, const char *name, const double *places,
                                Int64 count) noexcept {
  return simulation ? of(simulation)->setPoints(name, places, count) : kMissing;
}
int STENCILC_SYMBOL(trace_size)(const void *simulation, const char *name, Int64 *times,
                                Int64 *points) noexcept {
  static_assert(sizeof(Int64) == sizeof(std::int64_t));
  std::int64_t allTimes = 0, allPoints = 0;
  const int code = simulation ? ofTraces(*of(simulation),
                                         [&](const Receivers &receivers) {
                                           return receivers.traceSize(name, allTimes, allPoints);
                                         })
                              : kMissing;
  if (times)
    *times = allTimes;
  if (points)
    *points = allPoints;
  return code;
}
int STENCILC_SYMBOL(get_traces)(const void *simulation, const char *name, double *values) noexcept {
  return simulation ? ofTraces(*of(simulation),
                               [&](const Receivers &receivers) {
                                 return receivers.getTraces(name, values);
                               })
                    : kMissing;
}
int STENCILC_SYMBOL(set_first_step)(void *simulation, Int64 before) noexcept {
  return outsideOfRuns(simulation, "set_first_step",
                       [&](Instance &its) { return its.setFirstStep(before); });
}
int STENCILC_SYMBOL(reset)(void *simulation) noexcept {
  return outsideOfRuns(simulation, "reset", [](Instance &its) { return its.reset(); });
}
int STENCILC_SYMBOL(copy_in)(void *simulation, const char *field, int level, const void *cells,
                             Size rowPitch, Size planePitch) noexcept {
  return simulation ? of(simulation)->copyIn(field, level, cells, rowPitch, planePitch) : kMissing;
}
int STENCILC_SYMBOL(copy_out)(const void *simulation, const char *field, int level, void *cells,
                              Size rowPitch, Size planePitch) noexcept {
  return simulation ? of(simulation)->copyOut(field, level, cells, rowPitch, planePitch) : kMissing;
}
int STENCILC_SYMBOL(view)(void *simulation, const char *field, int level,
                          FieldView *view) noexcept {
  return simulation ? of(simulation)->view(field, level, view) : kMissing;
}
int STENCILC_SYMBOL(part)(const void *simulation, int part, Int64 *begin, Int64 *end,
                          int *device) noexcept {
  if (!simulation)
    return kMissing;
  Instance &its = *of(simulation);
  return its.keep(its.itsEngine().part(part, begin, end, device));
}
int STENCILC_SYMBOL(save)(void *simulation, const char *what, const char *path, Int64 every,
                          const char *type, int level) noexcept {
  return outsideOfRuns(simulation, "save",
                       [&](Instance &its) { return its.save({what, path, every, type, level}); });
}
int STENCILC_SYMBOL(finish_saves)(void *simulation) noexcept {
  return outsideOfRuns(simulation, "finish_saves", [](Instance &its) { return its.finishSaves(); });
}
int STENCILC_SYMBOL(run)(void *simulation, Int64 steps, void *stream) noexcept {
  return outsideOfRuns(simulation, "run", [&](Instance &its) {
    const int code = its.ofPoints([](const PointSets &sets) { return sets.ready(); });
    return code ? code : its.run(steps, stream);
  });
}
int STENCILC_SYMBOL(synchronize)(void *simulation) noexcept {
  return simulation ? of(simulation)->synchronize() : kMissing;
}
int STENCILC_SYMBOL(get_report)(const void *simulation, const char *name, double *value,
                                Int64 *step) noexcept {
  return simulation ? of(simulation)->getReport(name, value, step) : kMissing;
}
void STENCILC_SYMBOL(on_report)(void *simulation, ReportFunction function, void *user) noexcept {
  if (simulation)
    of(simulation)->onReport(function, user);
}
void STENCILC_SYMBOL(on_progress)(void *simulation, ProgressFunction function, void *user,
                                  double seconds) noexcept {
  if (simulation)
    of(simulation)->onProgress(function, user, seconds);
}
Int64 STENCILC_SYMBOL(steps_done)(const void *simulation) noexcept {
  return simulation ? of(simulation)->stepsDone() : 0;
}
const char *STENCILC_SYMBOL(stopped)(const void *simulation) noexcept {
  return simulation ? of(simulation)->stopped() : nullptr;
}

} // extern "C"

} // namespace stencilc::inline STENCILC_SPACE
