/// \file The implementation of a simulation: it checks its arguments and calls the engine
/// (Instance.h).
#include "runtime/core/instance/Instance.h"
#include "runtime/core/device/Team.h"
#include "runtime/core/fields/CallersArray.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/stepping/InCore.h"
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

/// Fails if the program needs its own engine, or has sources or receivers, and its description has
/// no pointer to the part of the runtime that implements them.
static Status checkParts(const ProgramDescription &program) {
  const char *const missing = (program.stream || program.slabs) && !program.engine ? "its engine"
                              : program.pointsCount && !program.pointsPart ? "sources and receivers"
                                                                           : nullptr;
  return missing ? Status::invalid(format("program '%s' names no part of the runtime for %s",
                                          program.name, missing))
                 : Status();
}

static std::unique_ptr<Engine> makeEngine(const ProgramDescription &program, Device &device) {
  if (program.engine)
    return program.engine->make(program, device);
  return std::make_unique<InCore>(program, device);
}

Instance::Instance(const ProgramDescription &program, Device &device)
    : program(program), device(device), parameters(program), checks(program), scalars(program),
      profiles(program, device), engine(makeEngine(program, device)),
      points(program.pointsCount ? program.pointsPart->make(program, device) : nullptr) {
  events.add(checks);
  if (points)
    events.add(*points);
  events.add(told);
}

/// Creates an instance that has no memory for fields yet. Sets `status` if there is no device, no
/// host memory, or a part that the program needs is missing.
std::unique_ptr<Instance> Instance::make(const ProgramDescription &program, Status &status) {
  Device *const device = deviceFor(program.world);
  status = device ? checkParts(program) : noDevice(program.world);
  if (!status)
    return nullptr;
  std::unique_ptr<Instance> made(new (std::nothrow) Instance(program, *device));
  if (!made)
    status = Status::outOfMemory("no host memory is left");
  return made;
}

Instance::~Instance() { (void)(engine ? settle() : Status()); }

std::size_t Instance::bytesNeeded(const ProgramDescription &program, const InstanceOptions &options,
                                  char *message, std::size_t messageSize) noexcept {
  Status status;
  const std::unique_ptr<Instance> instance = make(program, status);
  if (status)
    status = instance->plan(options, {});
  if (status)
    return instance->engine->deviceBytes();
  copyMessage(status.message(), message, messageSize);
  return 0;
}

Instance *Instance::create(const ProgramDescription &program, const InstanceOptions &options,
                           char *message, std::size_t messageSize, StatusCode *code) noexcept {
  Status status;
  std::unique_ptr<Instance> instance = make(program, status);
  if (status)
    status = instance->start(options);
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
  static const std::vector<unsigned char> kNoTables;
  scalars.setTables(profiles.views(), points ? points->tables() : kNoTables);
  if (points)
    points->layOut(fields);
  return computeScalars(grid);
}

Status Instance::computeScalars(const Grid &grid) {
  Status status = points ? points->compute(parameters.data(), grid) : Status();
  return status ? scalars.compute(parameters.data(), grid) : status;
}

/// Computes the scalars of the run (values equal for all cells) again. In programs with sources or
/// receivers, waits for time steps in progress, which read the tables of their points.
Status Instance::computeScalars() {
  const Status status = points ? settle() : Status();
  return status ? computeScalars(engine->grid()) : status;
}

/// Returns the request to the engine of `program` for a simulation with these options. The engine
/// may use `trial` to time kernels.
static EngineRequest engineRequest(const ProgramDescription &program,
                                   const InstanceOptions &options, const OutOfCoreTrial &trial) {
  EngineRequest request;
  kernelExtents(program, options.extents, request.extents);
  request.limits = options;
  request.mustUseFiles = options.mustUseFiles;
  request.steps = options.steps;
  request.trial = trial;
  request.learnt = options.learnt;
  request.memory = options.memory;
  request.memoryBytes = options.memoryBytes;
  request.ranks = options.ranks;
  request.onlyFirstReads = options.onlyFirstReads;
  return request;
}

Status Instance::plan(const InstanceOptions &options, const OutOfCoreTrial &trial) {
  return engine->plan(engineRequest(program, options, trial));
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
    status = points ? points->setPlaces(name, places, count)
                    : Status::invalid(unknownPoints(program, name));
  return keep(status ? scalars.compute(parameters.data(), engine->grid()) : status);
}

int Instance::setSeries(const char *name, const double *numbers, std::int64_t count) noexcept {
  const Status status = scalars.setSeries(name, numbers, count);
  return keep(status && points && points->takeSeries(name, numbers, count) ? computeScalars()
                                                                           : status);
}

int Instance::reset() noexcept {
  if (Status status = settle(); !status)
    return keep(status);
  if (Status status = added.end(); !status)
    return keep(status);
  checks.restart(scalars);
  if (points)
    points->restart();
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
  if (steps > 0)
    checks.beginRun();
  const std::int64_t end = stepNumber() + std::min(steps, INT64_MAX - stepNumber());
  if (Status status = events.begin(point(), end); !status)
    return keep(status);
  isInRun = true;
  const int code = keep(runTo(end));
  isInRun = false;
  return code;
}

/// Computes time steps until step number `end`. Pauses after steps at which an event, such as a
/// report or a save, is due. Returns early if an event or the caller ends the run.
Status Instance::runTo(std::int64_t end) {
  const std::int64_t interval = events.interval();
  while (stepNumber() < end && !events.endsRun()) {
    const std::int64_t from = stepNumber(), to = events.next(from, end);
    const Segment segment = {
        to - from, events.needsSingleStep(from, to), &scalars, from, stream, points.get(), stop,
        interval};
    std::int64_t done = 0;
    Status status = engine->run(segment, done);
    checks.countSteps(done);
    if (status && done == segment.steps)
      status = events.happen(from, point());
    if (!status || isStopWanted())
      return status;
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

int Instance::view(const char *name, int level, FieldView *view, bool waits) noexcept {
  int field = 0;
  device::Box box;
  device::Place place;
  Status status = copies().find(name, level, field, box);
  if (status && !view)
    status = Status::invalid("no memory for the view: the pointer is null");
  if (status && waits)
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
