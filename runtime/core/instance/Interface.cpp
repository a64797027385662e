/// \file Defines the functions of the runtime's C interface. If the simulation pointer is null,
/// because create failed, they return an error or do nothing.
#include "stencilc/Interface.h"
#include "runtime/core/instance/InterfaceCalls.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Returns true if `request` names a program. Otherwise returns false and sets the error message of
/// `request`: the caller has passed no options, or options whose size is 0.
bool isComplete(const CreateRequest &request) {
  if (!request.program)
    copyMessage("the options are NULL, or their size is 0: begin with NAME_defaults() and give the "
                "extents in them",
                request.message, request.messageSize);
  return request.program;
}

/// Calls `ask` with the object that holds sources and receivers, after all recorded values have
/// been copied from the device. Fails if the program has no sources and receivers. `name` is the
/// receiver's name for the error message.
template <class Ask> int ofReceivers(const void *simulation, const char *name, Ask ask) {
  if (!simulation)
    return kMissing;
  const Instance &its = *of(simulation);
  return its.itsPoints() ? ofTraces(its, ask)
                         : its.keep(Status::invalid(unknownPoints(its.description(), name)));
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
    return;                                            // the run in progress still uses it
  of(simulation)->keep(of(simulation)->parts().end()); // the last chance to complete files
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
  const int code = ofReceivers(simulation, name, [&](const Points &its) {
    return its.traceSize(name, allTimes, allPoints);
  });
  if (times)
    *times = allTimes;
  if (points)
    *points = allPoints;
  return code;
}
int STENCILC_SYMBOL(get_traces)(const void *simulation, const char *name, double *values) noexcept {
  return ofReceivers(simulation, name,
                     [&](const Points &its) { return its.getTraces(name, values); });
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
int STENCILC_SYMBOL(run)(void *simulation, Int64 steps, void *stream) noexcept {
  return outsideOfRuns(simulation, "run", [&](Instance &its) { return its.run(steps, stream); });
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
