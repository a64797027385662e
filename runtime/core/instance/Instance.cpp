/// \file The implementation of a simulation: it checks its arguments and calls the engine
/// (Instance.h).
#include "runtime/core/instance/Instance.h"
#include "runtime/core/device/Team.h"
#include "runtime/core/fields/CallersArray.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/parts/ranks/Ranks.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Status Instance::settle() const {
  Status status = engine->synchronize(stream);
  stream = isInRun ? stream : nullptr;
  return status;
}

int Instance::keep(const Status &status) const {
  if (!status)
    error = status.message();
  return static_cast<int>(status.code());
}

Instance::Instance(const ProgramDescription &program, Device &device, std::int64_t longest)
    : program(program), device(device), parameters(program), checks(program), scalars(program),
      profiles(program, device), points(program, device), saves(device),
      engine(makeEngine(program, device,
                        std::min({checks.longestSegment(), points.receivers().longestSegment(),
                                  longest > 0 ? longest : Checks::kNever}))) {}

Instance::~Instance() { (void)(engine ? settle() : Status()); }

std::size_t Instance::bytesNeeded(const ProgramDescription &program, const InstanceOptions &options,
                                  char *message, std::size_t messageSize) noexcept {
  Device *const device = deviceFor(program.world);
  Status status = device ? Status() : noDevice(program.world);
  std::unique_ptr<Instance> instance(
      device ? new (std::nothrow) Instance(program, *device, options.longestSegment) : nullptr);
  if (status && !instance)
    status = Status::outOfMemory("no host memory is left");
  if (status)
    status = instance->plan(options, {});
  if (status)
    return instance->engine->deviceBytes();
  copyMessage(status.message(), message, messageSize);
  return 0;
}

Instance *Instance::create(const ProgramDescription &program, const InstanceOptions &options,
                           char *message, std::size_t messageSize, StatusCode *code) noexcept {
  Device *const device = deviceFor(program.world);
  std::unique_ptr<Instance> instance(
      device ? new (std::nothrow) Instance(program, *device, options.longestSegment) : nullptr);
  Status status = !device     ? noDevice(program.world)
                  : !instance ? Status::outOfMemory("no host memory is left")
                              : instance->start(options);
  if (status)
    return instance.release();
  if (code)
    *code = status.code();
  copyMessage(status.message(), message, messageSize);
  return nullptr;
}

Status Instance::start(const InstanceOptions &options) {
  if (options.steps < 0)
    return Status::invalid(format("%lld steps cannot be run; give 0 if the number is not known",
                                  static_cast<long long>(options.steps)));
  if (options.threads < 0)
    return Status::invalid(format("%d threads cannot run; give 0 for all", options.threads));
  if (options.threads > 0)
    setHostThreads(options.threads);
  if (options.ranks && !options.ranks->isFirst())
    saves.leaveToAnother();
  lookForHostThreads();
  Status status = options.devices.enter(program.world);
  if (status)
    status = parameters.take(options.parameters);
  if (status)
    status = makeUniforms(options);
  if (status)
    status =
        plan(options, {&scalars, parameters.data(), engine->triesKernels(options.triesKernels)});
  if (const std::string text = status ? engine->text() : ""; options.planned && !text.empty())
    options.planned(options.plannedUser, text.c_str());
  if (status)
    status = engine->allocate();
  if (!status)
    return status;
  const auto code = static_cast<StatusCode>(reset()); // reset() sets the message
  return Status::of(code, error);
}

Status Instance::makeUniforms(const InstanceOptions &options) {
  std::vector<FieldMemory> fields;
  std::uint64_t bytes = 0;
  std::int64_t extents[3];
  kernelExtents(program, options.extents, extents);
  if (Status status = planFields(program, extents, fields, bytes, options.rowPitch); !status)
    return status;
  const Grid &grid = fields[0].layout.grid;
  if (Status status = profiles.start(grid, parameters.data()); !status)
    return status;
  scalars.setTables(profiles.views(), points.tables());
  points.receivers().layOut(fields);
  Status status = points.compute(parameters.data(), grid);
  return status ? scalars.compute(parameters.data(), grid) : status;
}

Status Instance::computeScalars() {
  if (Status status = program.pointsCount ? settle() : Status(); !status)
    return status; // time steps in progress read the tables
  Status status = points.compute(parameters.data(), engine->grid());
  return status ? scalars.compute(parameters.data(), engine->grid()) : status;
}

Status Instance::plan(const InstanceOptions &options, const OutOfCoreTrial &trial) {
  EngineRequest request;
  kernelExtents(program, options.extents, request.extents);
  request.limits = {options.memoryLimit,  options.hostMemoryLimit, options.rowPitch,
                    options.steps,        options.checksums,       options.scratch,
                    options.mustUseFiles, options.resume};
  request.trial = trial;
  request.memory = options.memory;
  request.memoryBytes = options.memoryBytes;
  request.devices = options.devices;
  request.ranks = options.ranks;
  request.onlyFirstReads = options.onlyFirstReads;
  return engine->plan(request);
}

int Instance::setParameter(const char *name, double value) noexcept {
  double before = 0;
  Status status = parameters.set(name, value, before);
  if (status && !(status = computeScalars())) // for example, points would lie outside the grid
    (void)parameters.set(name, before, value);
  return keep(status);
}

int Instance::setPoints(const char *name, const double *places, std::int64_t count) noexcept {
  Status status = settle();
  if (status)
    status = points.setPlaces(name, places, count);
  return keep(status ? scalars.compute(parameters.data(), engine->grid()) : status);
}

int Instance::setSeries(const char *name, const double *numbers, std::int64_t count) noexcept {
  const Status status = scalars.setSeries(name, numbers, count);
  return keep(status && points.takeSeries(name, numbers, count) ? computeScalars() : status);
}

int Instance::reset() noexcept {
  if (Status status = settle(); !status)
    return keep(status);
  if (Status status = saves.end(); !status)
    return keep(status);
  checks.restart(scalars);
  points.receivers().restart();
  Status status = profiles.reset(parameters.data());
  return keep(status ? engine->reset(parameters.data()) : status);
}

int Instance::run(std::int64_t steps, void *on) noexcept {
  if (steps < 0)
    return keep(Status::invalid(format("cannot run %lld steps: give 0 or more", (long long)steps)));
  if (on != stream) // steps on another stream must see the results of those before
    if (Status status = settle(); !status)
      return keep(status);
  stream = on;
  lookForHostThreads();
  checks.beginRun();
  if (Status status = beginSaves(); !status)
    return keep(status);
  isInRun = true;
  const std::int64_t left = INT64_MAX - stepsDone(), end = stepsDone() + std::min(steps, left);
  const int code = keep(told.function ? runWithCallback(end) : runTo(end));
  isInRun = false;
  return code;
}

Status Instance::runTo(std::int64_t end) {
  while (stepsDone() < end && !stopped())
    if (Status status = runSegment(end - stepsDone()); !status || isStopWanted())
      return status;
  return {};
}

/// Runs until the next time step after which a report, a receiver (points whose values are
/// recorded) or a save is due, but at most `steps` steps.
Status Instance::runSegment(std::int64_t steps) {
  const std::int64_t toCheck = checks.stepsToNext(), now = checks.number();
  const std::int64_t next =
      std::min({toCheck, points.receivers().stepsToNext(now), saves.stepsToNext(now)});
  const std::int64_t length = std::min(steps, next);
  const bool endsSingle = length == toCheck && checks.needsSingleStep(toCheck);
  const Segment segment = {length, endsSingle, &scalars, now, stream, &points.receivers(), stop};
  std::int64_t done = 0;
  Status status = engine->run(segment, done);
  checks.countSteps(done);
  if (!status || done < next)
    return status;
  status = checks.run(*engine, segment, parameters.data());
  if (status)
    status = points.receivers().receive(copies(), checks.number(), stream);
  return status ? saves.take(*engine, checks.number(), stream) : status;
}

std::int64_t ProgressCallback::next(std::int64_t batch, double took, std::int64_t atOnce) const {
  // Without a function, the last call has ended the progress reports.
  const double each = !function ? 3600 : seconds > 1e-3 ? seconds : 1e-3;
  const double wanted = double(batch) * each / std::max(took, 1e-9);
  const auto steps = std::int64_t(std::min(wanted, 8.0 * double(batch)));
  return std::max(atOnce, steps - steps % atOnce);
}

/// Runs to time step `end` in batches that take about as long as the interval between calls of the
/// progress function. The first batch has the steps of one pass of all planes through the device,
/// or one step if the domain is not out of core.
Status Instance::runWithCallback(std::int64_t end) {
  const std::int64_t atOnce = engine->stepsAtOnce();
  std::int64_t batch = atOnce;
  double last = secondsNow();
  while (stepsDone() < end && !stopped()) {
    const double before = secondsNow();
    Status status = runTo(stepsDone() + std::min(batch, end - stepsDone()));
    if (status)
      status = engine->synchronize(stream);
    if (!status)
      return status;
    const double now = secondsNow();
    batch = engine->fromRoot(told.next(batch, now - before, atOnce));
    if (isStopWanted())
      return {};
    const bool isDue = engine->fromRoot(now - last >= told.seconds || stepsDone() == end) != 0;
    if (isDue)
      last = now;
    if (isDue && engine->fromRoot(told.function && told.function(told.user, stepsDone(), end)) != 0)
      return {};
  }
  return {};
}

int Instance::getReport(const char *name, double *value, std::int64_t *step) const noexcept {
  double found = 0;
  std::int64_t at = 0;
  if (!checks.report(name, found, at))
    return keep(Status::invalid(unknownReport(program, name)));
  if (value)
    *value = found;
  if (step)
    *step = at;
  return 0;
}

int Instance::transfer(const char *name, int level, void *cells, std::size_t rowPitch,
                       std::size_t planePitch, bool in) const {
  int field = 0;
  device::Box box;
  Status status = copies().find(name, level, field, box);
  if (status && !cells)
    status = Status::invalid("no cells to copy: the pointer is null");
  if (!status)
    return keep(status);
  if (const std::string wrong = completePitches(box, rowPitch, planePitch); !wrong.empty())
    return keep(Status::invalid(wrong));
  const Stream last = stream;
  status = settle();
  if (status)
    status = copies().copy(field, level, {cells, rowPitch, planePitch}, box, in, last);
  return keep(status);
}

int Instance::transferCells(int field, int level, std::int64_t first, std::int64_t count,
                            void *cells, bool in) const {
  const Stream last = stream;
  Status status = settle();
  if (status)
    status =
        copies().cells(field, level, first, count, static_cast<unsigned char *>(cells), in, last);
  return keep(status);
}

int Instance::view(const char *name, int level, FieldView *view) noexcept {
  int field = 0;
  device::Box box;
  device::Place place;
  Status status = copies().find(name, level, field, box);
  if (status && !view)
    status = Status::invalid("no memory for the view: the pointer is null");
  if (status)
    status = settle();
  if (status)
    status = program.isProfile(field) ? Status() : engine->view(field, level, place);
  if (status && program.isProfile(field))
    place = profiles.place(field);
  if (status)
    *view = {place.data, place.rowPitch, place.planePitch, device.isGpu()};
  return keep(status);
}

} // namespace stencilc::inline STENCILC_SPACE
