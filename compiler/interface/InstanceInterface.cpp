/// \file The functions of the C interface about instances. They call those of the runtime.
#include "interface/ErrorText.h"
#include "interface/Handles.h"
#include "interface/RequestJson.h"
#include "runtime/core/instance/InterfaceCalls.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/parts/save/InstanceSaves.h"
#include "stencilc/Interface.h"
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <utility>

using namespace stencilc;
using interface::kNoMemory, interface::tell;

namespace {

constexpr const char *kForked =
    "this process is a copy (fork) of the process that has made the object: threads and devices of "
    "that process do not exist here; load the program and create instances in this process, or "
    "start child processes before the first call of libstencilc";
constexpr const char *kBusy =
    "another thread is inside a call on this simulation: use a simulation in one thread at a time, "
    "or create one for each thread";

/// The code of the last call of withRequest() in this thread.
thread_local int requestCode = STENCILC_OK;

/// Calls `make` with a new request, read from JSON, and a text for an error message. Returns its
/// result. If the request is wrong, or if `make` returns null or 0, stores the reason in *error.
template <class Make>
auto withRequest(stencilc_module *module, const char *json, char **error, Make make) noexcept
    -> decltype(make(nullptr, std::declval<std::string &>())) {
  if (error)
    *error = nullptr;
  requestCode = STENCILC_OK;
  if (!module || !module->isOfThisProcess()) {
    requestCode = module ? STENCILC_FORKED : STENCILC_INVALID;
    tell(error, module ? kForked : "the module is NULL: it was never loaded");
    return {};
  }
  try {
    auto request = std::make_unique<interface::InstanceRequest>();
    std::string why = readInstanceRequest(*module->program, json, *request);
    auto made = why.empty() ? make(std::move(request), why) : decltype(make(nullptr, why)){};
    if (!made) {
      requestCode = requestCode ? requestCode : STENCILC_INVALID;
      tell(error, why.c_str());
    }
    return made;
  } catch (const std::bad_alloc &) {
    requestCode = STENCILC_NO_MEMORY;
    tell(error, kNoMemory);
    return {};
  }
}

/// Creates an instance of `module` for `request` and reads its files. Returns null on failure, with
/// the reason in `why`.
std::unique_ptr<stencilc_instance> create(const stencilc_module &module,
                                          std::unique_ptr<interface::InstanceRequest> request,
                                          std::string &why) {
  auto made = std::make_unique<stencilc_instance>();
  made->program = module.program;
  made->request = std::move(request);
  const ProgramDescription &program = made->program->description;
  const interface::InstanceRequest &asked = *made->request;
  made->files = std::make_unique<interface::InputFiles>(program, asked.request);
  InstanceOptions options = asked.options;
  char message[1024] = "";
  Status status = made->files->open(options.extents);
  if (status) {
    StatusCode code = StatusCode::Ok;
    made->simulation.reset(Instance::create(program, options, message, sizeof message, &code));
    status = made->simulation ? Status() : Status::of(code, message);
  }
  if (const std::int64_t before = asked.request.stepsBefore();
      status && before > 0 && made->simulation->setFirstStep(before) != 0)
    status = Status::invalid(made->simulation->lastError());
  if (status)
    status = made->files->load(*made->simulation);
  why = status ? "" : status.message();
  requestCode = static_cast<int>(status.code());
  return status ? std::move(made) : nullptr;
}

/// Calls `work` with the simulation of an instance, which may be null, and returns its result.
/// Returns STENCILC_FORKED in a copy of the process that has made the instance, and STENCILC_BUSY
/// while another thread is inside a call on it.
template <class Work> int inSimulation(const stencilc_instance *instance, Work work) {
  if (!instance)
    return work(static_cast<Instance *>(nullptr));
  if (!instance->isOfThisProcess())
    return STENCILC_FORKED;
  const interface::InstanceGuard guard(instance->owner);
  return guard.mayEnter() ? work(instance->simulation.get()) : STENCILC_BUSY;
}

} // namespace

extern "C" {

stencilc_instance *stencilc_create(stencilc_module *module, const char *request_json,
                                   const stencilc_allocation *memory, char **error) {
  return withRequest(module, request_json, error,
                     [&](std::unique_ptr<interface::InstanceRequest> request, std::string &why) {
                       if (memory) {
                         request->options.memory = memory->memory;
                         request->options.memoryBytes = memory->bytes;
                       }
                       return create(*module, std::move(request), why).release();
                     });
}

int stencilc_create_code(void) { return requestCode; }

size_t stencilc_bytes_needed(stencilc_module *module, const char *request_json, char **error) {
  return withRequest(
      module, request_json, error,
      [&](std::unique_ptr<interface::InstanceRequest> request, std::string &why) -> std::size_t {
        char message[1024] = "";
        const std::size_t bytes = Instance::bytesNeeded(module->program->description,
                                                        request->options, message, sizeof message);
        why = message;
        return bytes;
      });
}

void stencilc_free_text(char *text) { std::free(text); }

void stencilc_destroy(stencilc_instance *instance) {
  if (!instance || !instance->isOfThisProcess())
    return;
  interface::InstanceGuard guard(instance->owner);
  if (!guard.mayEnter() || instance->simulation->isRunning())
    return;
  guard.abandon();
  STENCILC_SYMBOL(destroy)(instance->simulation.release());
  delete instance; // may unload the program
}

const char *stencilc_last_error(const stencilc_instance *instance) {
  if (instance && !instance->isOfThisProcess())
    return kForked;
  if (!instance)
    return STENCILC_SYMBOL(last_error)(nullptr);
  if (instance->owner.hasRefusedThisThread())
    return kBusy;
  const interface::InstanceGuard guard(instance->owner);
  return guard.mayEnter() ? STENCILC_SYMBOL(last_error)(instance->simulation.get()) : kBusy;
}

int stencilc_set_parameter(stencilc_instance *instance, const char *name, double value) {
  return inSimulation(instance,
                      [&](void *its) { return STENCILC_SYMBOL(set_parameter)(its, name, value); });
}

int stencilc_get_parameter(const stencilc_instance *instance, const char *name, double *value) {
  return inSimulation(instance,
                      [&](void *its) { return STENCILC_SYMBOL(get_parameter)(its, name, value); });
}

int stencilc_set_series(stencilc_instance *instance, const char *name, const double *numbers,
                        int64_t count) {
  return inSimulation(instance, [&](void *its) {
    const int code = STENCILC_SYMBOL(set_series)(its, name, numbers, count);
    if (code == STENCILC_OK)
      instance->files->markSeries(name);
    return code;
  });
}

int stencilc_set_points(stencilc_instance *instance, const char *name, const double *places,
                        int64_t count) {
  return inSimulation(instance, [&](void *its) {
    const int code = STENCILC_SYMBOL(set_points)(its, name, places, count);
    if (code == STENCILC_OK)
      instance->files->markPoints(name);
    return code;
  });
}

int stencilc_extents(const stencilc_instance *instance, const char *field, int64_t extents[3]) {
  return inSimulation(instance, [&](Instance *its) -> int {
    if (!its)
      return STENCILC_INVALID;
    const ProgramDescription &program = its->description();
    const int number = field ? findNamed(program.fields, program.namedCount(), field) : -1;
    if (number < 0)
      return its->keep(Status::invalid(unknownField(program, field)));
    if (!extents)
      return its->keep(Status::invalid("no memory for the extents: the pointer is null"));
    const Grid grid = its->gridOf(number);
    extents[0] = grid.nx;
    extents[1] = grid.ny;
    extents[2] = grid.nz;
    return STENCILC_OK;
  });
}

int stencilc_time_step(const stencilc_instance *instance, double *value) {
  return inSimulation(instance, [&](Instance *its) -> int {
    if (!its)
      return STENCILC_INVALID;
    if (!value)
      return its->keep(Status::invalid("no memory for the time step: the pointer is null"));
    const ProgramDescription &program = its->description();
    *value = program.tellsTime
                 ? program.saveNumber(0, its->parameterValues(), its->itsEngine().grid())
                 : std::numeric_limits<double>::quiet_NaN();
    return STENCILC_OK;
  });
}

int stencilc_copy_in(stencilc_instance *instance, const char *field, int level, const void *cells,
                     size_t row_pitch, size_t plane_pitch) {
  return inSimulation(instance, [&](void *its) {
    return STENCILC_SYMBOL(copy_in)(its, field, level, cells, row_pitch, plane_pitch);
  });
}

int stencilc_copy_out(const stencilc_instance *instance, const char *field, int level, void *cells,
                      size_t row_pitch, size_t plane_pitch) {
  return inSimulation(instance, [&](void *its) {
    return STENCILC_SYMBOL(copy_out)(its, field, level, cells, row_pitch, plane_pitch);
  });
}

int stencilc_view(stencilc_instance *instance, const char *field, int level,
                  stencilc_field_view *view) {
  return inSimulation(instance, [&](void *its) {
    FieldView here = {};
    const int code = STENCILC_SYMBOL(view)(its, field, level, &here);
    if (view)
      *view = {here.data, here.rowPitch, here.planePitch, here.isOnDevice};
    return code;
  });
}

int stencilc_view_enqueued(stencilc_instance *instance, const char *field, int level,
                           stencilc_field_view *view) {
  return inSimulation(instance, [&](Instance *its) -> int {
    if (!its || !view)
      return its ? its->keep(Status::invalid("no memory for the view: the pointer is null"))
                 : STENCILC_INVALID;
    FieldView here = {};
    const int code = its->view(field, level, &here, /*waits=*/false);
    *view = {here.data, here.rowPitch, here.planePitch, here.isOnDevice};
    return code;
  });
}

int stencilc_part(const stencilc_instance *instance, int part, int64_t *begin, int64_t *end,
                  int *device) {
  return inSimulation(
      instance, [&](void *its) { return STENCILC_SYMBOL(part)(its, part, begin, end, device); });
}

int stencilc_trace_size(const stencilc_instance *instance, const char *name, int64_t *times,
                        int64_t *points) {
  return inSimulation(
      instance, [&](void *its) { return STENCILC_SYMBOL(trace_size)(its, name, times, points); });
}

int stencilc_get_traces(const stencilc_instance *instance, const char *name, double *values) {
  return inSimulation(instance,
                      [&](void *its) { return STENCILC_SYMBOL(get_traces)(its, name, values); });
}

int stencilc_get_report(const stencilc_instance *instance, const char *name, double *value,
                        int64_t *step) {
  return inSimulation(
      instance, [&](void *its) { return STENCILC_SYMBOL(get_report)(its, name, value, step); });
}

int stencilc_on_report(stencilc_instance *instance, stencilc_report_function function, void *user) {
  return inSimulation(instance, [&](void *its) -> int {
    STENCILC_SYMBOL(on_report)(its, function, user);
    return its ? STENCILC_OK : STENCILC_INVALID;
  });
}

int stencilc_on_progress(stencilc_instance *instance, stencilc_progress_function function,
                         void *user, double seconds) {
  return inSimulation(instance, [&](void *its) -> int {
    STENCILC_SYMBOL(on_progress)(its, function, user, seconds);
    return its ? STENCILC_OK : STENCILC_INVALID;
  });
}

int stencilc_run(stencilc_instance *instance, int64_t steps, void *stream) {
  return inSimulation(instance, [&](Instance *its) -> int {
    const Status ready = its ? instance->files->checkAllSet() : Status();
    return ready ? STENCILC_SYMBOL(run)(its, steps, stream) : its->keep(ready);
  });
}

int stencilc_synchronize(stencilc_instance *instance) {
  return inSimulation(instance, [](void *its) { return STENCILC_SYMBOL(synchronize)(its); });
}

int stencilc_reset(stencilc_instance *instance) {
  return inSimulation(instance, [&](void *its) {
    const int code = STENCILC_SYMBOL(reset)(its);
    if (code != STENCILC_OK)
      return code;
    return instance->simulation->keep(instance->files->loadArrays(*instance->simulation));
  });
}

int64_t stencilc_steps_done(const stencilc_instance *instance) {
  if (!instance || !instance->isOfThisProcess())
    return -1;
  const interface::InstanceGuard guard(instance->owner);
  return guard.mayEnter() ? STENCILC_SYMBOL(steps_done)(instance->simulation.get()) : -1;
}

const char *stencilc_stopped(const stencilc_instance *instance) {
  if (!instance || !instance->isOfThisProcess())
    return nullptr;
  const interface::InstanceGuard guard(instance->owner);
  return guard.mayEnter() ? STENCILC_SYMBOL(stopped)(instance->simulation.get()) : nullptr;
}

int stencilc_save(stencilc_instance *instance, const char *what, const char *path, int64_t every,
                  const char *type, int level) {
  return inSimulation(instance, [&](void *its) {
    return STENCILC_SYMBOL(save)(its, what, path, every, type, level);
  });
}

int stencilc_save_now(stencilc_instance *instance, const char *what, const char *path,
                      const char *type, int level) {
  return inSimulation(instance, [&](Instance *its) {
    return outsideOfRuns(its, "save_now", [&](Instance &simulation) -> int {
      try {
        return simulation.keep(saveNow({what, path, 1, type, level}, simulation));
      } catch (const std::bad_alloc &) {
        return STENCILC_NO_MEMORY;
      }
    });
  });
}

int stencilc_finish_saves(stencilc_instance *instance) {
  return inSimulation(instance, [](void *its) { return STENCILC_SYMBOL(finish_saves)(its); });
}

} // extern "C"
