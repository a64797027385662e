/// \file Implementation of the simulation of the Python module.
#include "Simulation.h"
#include "Errors.h"
#include "Streams.h"

namespace nb = nanobind;

namespace stencilc::python {

namespace {

/// State of one call of Simulation::run() for watch().
struct Watched {
  nb::object &progress;
  bool hasRaised = false; // a Python exception is set, which run() raises at its end
};

/// Calls the progress callback of a run and handles signals. `user` is a Watched. Returns 1 if the
/// callback or a signal has raised an exception, so that the run ends, else 0.
int watch(void *user, std::int64_t steps, std::int64_t wanted) {
  auto &watched = *static_cast<Watched *>(user);
  const nb::gil_scoped_acquire lock;
  if (watched.hasRaised)
    return 1;
  try {
    if (!watched.progress.is_none())
      watched.progress(steps, wanted);
    watched.hasRaised = PyErr_CheckSignals() != 0;
  } catch (nb::python_error &error) {
    error.restore();
    watched.hasRaised = true;
  }
  return watched.hasRaised;
}

/// Creates an instance, as stencilc_create() describes. Raises the exception of raiseFor() on
/// failure.
Instance create(const Module &module, const std::string &request,
                const stencilc_allocation *memory) {
  char *error = nullptr;
  int code = STENCILC_OK;
  Instance made;
  {
    const nb::gil_scoped_release unlocked;
    made.reset(stencilc_create(module.get(), request.c_str(), memory, &error));
    code = stencilc_create_code();
  }
  const Text reason(error);
  if (!made)
    raiseFor(code, reason ? reason.get() : "the simulation could not be created");
  return made;
}

} // namespace

/// Calls `work`, which returns a code of the C interface, without the interpreter lock. Raises the
/// exception of check() for this code, and BusyError if another thread uses the simulation.
template <class Work> void Simulation::call(Work work) const {
  const OneThread::Use use(user);
  int code;
  {
    const nb::gil_scoped_release unlocked;
    code = work();
  }
  check(its.get(), code);
}

Simulation::Simulation(const Module &module, const std::string &request,
                       std::optional<AnyArray> given)
    : memory(std::move(given)) {
  stencilc_allocation block = {};
  if (memory)
    block = {const_cast<void *>(memory->data()), memory->nbytes()};
  its = create(module, request, memory ? &block : nullptr);
  listen();
}

Simulation::~Simulation() {
  const nb::gil_scoped_release unlocked; // stencilc_destroy() may wait for time steps
  its.reset();
}

/// Registers a function that adds each value of a report to `reports`.
void Simulation::listen() {
  const auto add = [](void *user, std::int64_t step, const char *name, double value) {
    auto &self = *static_cast<Simulation *>(user);
    const std::lock_guard lock(self.mutex);
    self.reports[name].emplace_back(step, value);
  };
  check(its.get(), stencilc_on_report(its.get(), add, this));
}

void Simulation::run(std::int64_t steps, nb::object progress, double seconds) {
  const OneThread::Use use(user);
  if (isRunning)
    throw nb::value_error("run() was called by a callback of a run of the same simulation");
  Watched watched{progress};
  check(its.get(), stencilc_on_progress(its.get(), watch, &watched, seconds));
  isRunning = true;
  int code;
  {
    const nb::gil_scoped_release unlocked;
    code = stencilc_run(its.get(), steps, nullptr);
    if (code == STENCILC_OK)
      code = stencilc_synchronize(its.get());
    stencilc_on_progress(its.get(), nullptr, nullptr, 0);
  }
  isRunning = false;
  if (watched.hasRaised)
    throw nb::python_error();
  check(its.get(), code);
}

void Simulation::enqueue(std::int64_t steps, std::uintptr_t stream) {
  call([&] { return stencilc_run(its.get(), steps, reinterpret_cast<void *>(stream)); });
}

void Simulation::synchronize() {
  call([&] { return stencilc_synchronize(its.get()); });
}

void Simulation::reset() {
  call([&] { return stencilc_reset(its.get()); });
  const std::lock_guard lock(mutex);
  reports.clear();
}

std::int64_t Simulation::stepsDone() const {
  const std::int64_t steps = stencilc_steps_done(its.get());
  if (steps < 0) // another thread or process uses the simulation: any other call says so
    parameter("");
  return steps;
}

void Simulation::setParameter(const std::string &name, double value) {
  call([&] { return stencilc_set_parameter(its.get(), name.c_str(), value); });
}

double Simulation::parameter(const std::string &name) const {
  double value = 0;
  call([&] { return stencilc_get_parameter(its.get(), name.c_str(), &value); });
  return value;
}

double Simulation::timeStep() const {
  double value = 0;
  call([&] { return stencilc_time_step(its.get(), &value); });
  return value;
}

void Simulation::setSeries(const std::string &name, const std::vector<double> &numbers) {
  call([&] {
    return stencilc_set_series(its.get(), name.c_str(), numbers.data(),
                               static_cast<std::int64_t>(numbers.size()));
  });
}

void Simulation::setPoints(const std::string &name, const std::vector<double> &places,
                           std::int64_t count) {
  call([&] { return stencilc_set_points(its.get(), name.c_str(), places.data(), count); });
}

std::vector<std::int64_t> Simulation::extents(const std::string &field) const {
  std::vector<std::int64_t> extents(3);
  int64_t cells[3] = {};
  call([&] { return stencilc_extents(its.get(), field.c_str(), cells); });
  return {cells[0], cells[1], cells[2]};
}

void Simulation::copyIn(const std::string &field, int level, const AnyArray &array) {
  const Pitches pitches = pitchesOf(array);
  call([&] {
    return stencilc_copy_in(its.get(), field.c_str(), level, array.data(), pitches.row,
                            pitches.plane);
  });
}

void Simulation::copyFromDevice(const std::string &field, const std::vector<int> &levels,
                                const AnyArray &array) {
  constexpr std::uintptr_t kDefaultStream = 1;
  waitForStream(kDefaultStream, reinterpret_cast<std::uintptr_t>(array.data()));
  for (const int level : levels)
    copyIn(field, level, array);
}

void Simulation::copyOut(const std::string &field, int level, const AnyArray &array) const {
  const Pitches pitches = pitchesOf(array);
  call([&] {
    return stencilc_copy_out(its.get(), field.c_str(), level, const_cast<void *>(array.data()),
                             pitches.row, pitches.plane);
  });
}

void Simulation::copyInPacked(const std::string &field, int level, const void *cells) {
  call([&] { return stencilc_copy_in(its.get(), field.c_str(), level, cells, 0, 0); });
}

void Simulation::copyOutPacked(const std::string &field, int level, void *cells) const {
  call([&] { return stencilc_copy_out(its.get(), field.c_str(), level, cells, 0, 0); });
}

stencilc_field_view Simulation::view(const std::string &field, int level) {
  stencilc_field_view view = {};
  call([&] { return stencilc_view_enqueued(its.get(), field.c_str(), level, &view); });
  return view;
}

std::pair<std::int64_t, std::int64_t> Simulation::traceSize(const std::string &name) const {
  std::int64_t times = 0, points = 0;
  call([&] { return stencilc_trace_size(its.get(), name.c_str(), &times, &points); });
  return {times, points};
}

void Simulation::traces(const std::string &name, const AnyArray &values) const {
  auto *const numbers = static_cast<double *>(const_cast<void *>(values.data()));
  call([&] { return stencilc_get_traces(its.get(), name.c_str(), numbers); });
}

ReportValues Simulation::report(const std::string &name) const {
  const std::lock_guard lock(mutex);
  const auto found = reports.find(name);
  return found == reports.end() ? ReportValues() : found->second;
}

void Simulation::save(const std::string &what, const std::string &path, std::int64_t every,
                      const std::string &type, int level) {
  call([&] {
    return stencilc_save(its.get(), what.empty() ? nullptr : what.c_str(), path.c_str(), every,
                         type.empty() ? nullptr : type.c_str(), level);
  });
}

void Simulation::saveNow(const std::string &what, const std::string &path, const std::string &type,
                         int level) {
  call([&] {
    return stencilc_save_now(its.get(), what.empty() ? nullptr : what.c_str(), path.c_str(),
                             type.empty() ? nullptr : type.c_str(), level);
  });
}

void Simulation::finishSaves() {
  call([&] { return stencilc_finish_saves(its.get()); });
}

} // namespace stencilc::python
