/// \file One simulation: its memory, parameters and time. The C interface of emitted code calls
/// this, one line each.
#pragma once

#include "stencilc/CallersArray.h"
#include "stencilc/Checks.h"
#include "stencilc/Engine.h"
#include "stencilc/InitialValues.h"
#include "stencilc/InstanceOptions.h"
#include "stencilc/Names.h"
#include "stencilc/Stepper.h"
#include <memory>
#include <new>

namespace stencilc {

/// Calls return 0, or a StatusCode after setting lastError(). No exceptions, no global state: any
/// number of instances may live at once; one instance serves one thread at a time.
class Instance {
public:
  /// Device bytes that create() will need; 0 if extents or pitch are not possible, with the reason
  /// in `message` (which may be null).
  static std::size_t bytesNeeded(const ProgramDescription &program,
                                 const std::int64_t (&extents)[3], char *message = nullptr,
                                 std::size_t messageSize = 0, std::uint64_t rowPitch = 0) noexcept {
    std::vector<FieldMemory> fields;
    std::uint64_t bytes = 0;
    Status status = planFields(program, extents, fields, bytes, rowPitch);
    if (status && program.stream) {
      const std::unique_ptr<StreamEngine> engine(program.stream->makeEngine(program));
      status = engine ? engine->plan(extents, {0, 0, rowPitch}, {})
                      : Status::outOfMemory("no host memory is left");
      bytes = status ? engine->deviceBytes() : 0;
    }
    if (!status) {
      copyMessage(status.message(), message, messageSize);
      return 0;
    }
    return bytes;
  }

  /// A simulation with all fields at their initial values; null on failure, with the reason in
  /// `message` and its kind in `code` (both may be null). `program` must outlive it. Ends with
  /// `delete`.
  static Instance *create(const ProgramDescription &program, const InstanceOptions &options,
                          char *message, std::size_t messageSize,
                          StatusCode *code = nullptr) noexcept {
    std::unique_ptr<Instance> instance(new (std::nothrow) Instance(program));
    Status status =
        instance ? instance->start(options) : Status::outOfMemory("no host memory is left");
    if (status)
      return instance.release();
    if (code)
      *code = status.code();
    copyMessage(status.message(), message, messageSize);
    return nullptr;
  }

  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;
  ~Instance() {
    (void)settle();
    if (ownsMemory)
      device::release(memory);
  }

  const char *lastError() const { return error.c_str(); }
  const ProgramDescription &description() const { return program; }
  const Grid &grid() const { return fields[0].layout.grid; }
  std::uint64_t deviceBytes() const { return engine ? engine->deviceBytes() : needed; }
  /// What streams the domain; null where all of it is on the device.
  StreamEngine *streams() const { return engine.get(); }
  /// run() ends early, after a whole pass of a streamed domain, once `*flag` is true.
  void stopIf(const volatile bool *flag) { stop = flag; }

  int setParameter(const char *name, double value) noexcept {
    const int index = name ? findNamed(program.parameters, program.parameterCount, name) : -1;
    if (index < 0)
      return keep(Status::invalid(unknownParameter(program, name)));
    if (const std::string wrong = checkParameter(program.parameters[index], value); !wrong.empty())
      return keep(Status::invalid(wrong));
    parameters[static_cast<std::size_t>(index)] = value;
    computeUniforms();
    return 0;
  }

  int getParameter(const char *name, double *value) const noexcept {
    const int index = name ? findNamed(program.parameters, program.parameterCount, name) : -1;
    if (index < 0)
      return keep(Status::invalid(unknownParameter(program, name)));
    if (!value)
      return keep(Status::invalid("no place for the value: the pointer is null"));
    *value = parameters[static_cast<std::size_t>(index)];
    return 0;
  }

  /// Starts again from the initial values, computed with the parameters as they are now.
  int reset() noexcept {
    if (Status status = settle(); !status)
      return keep(status);
    checks.restart();
    if (engine)
      return keep(engine->reset(parameters.data()));
    const InitialValues initial(program, parameters.data());
    for (int i = 0; i < program.fieldCount; ++i) {
      fields[static_cast<std::size_t>(i)].current = 0;
      fields[static_cast<std::size_t>(i)].changed();
      if (Status status = initial.fill(i, fields[static_cast<std::size_t>(i)]); !status)
        return keep(status);
    }
    return 0;
  }

  /// Sets a field at `level` (0 is t, -1 is t-1 ...) from `cells` in the field's storage type, x
  /// fastest, host or device memory. Pitches in bytes; 0 is packed. Returns when it is done.
  int copyIn(const char *field, int level, const void *cells, std::size_t rowPitch = 0,
             std::size_t planePitch = 0) noexcept {
    for (FieldMemory &each : fields) // which one it is, transfer finds out
      each.changed();
    return transfer(field, level, const_cast<void *>(cells), rowPitch, planePitch, true);
  }
  /// The same in the other direction.
  int copyOut(const char *field, int level, void *cells, std::size_t rowPitch = 0,
              std::size_t planePitch = 0) const noexcept {
    return transfer(field, level, cells, rowPitch, planePitch, false);
  }

  /// Copies `count` cells, counted without padding from cell `first` in the order of memory, to
  /// packed `cells`. They must be whole rows, or lie in one row.
  int cellsOut(int field, int level, std::int64_t first, std::int64_t count,
               void *cells) const noexcept {
    return transferCells(field, level, first, count, cells, false);
  }
  /// The same from packed `cells`.
  int cellsIn(int field, int level, std::int64_t first, std::int64_t count, void *cells) noexcept {
    fields[static_cast<std::size_t>(field)].changed();
    return transferCells(field, level, first, count, cells, true);
  }

  /// Enqueues `steps` steps on `on` (a cudaStream_t; the CPU does them now) and returns. The stream
  /// must live until the next call that waits: synchronize(), a copy, or a run on another stream.
  /// Waits where reports or rules are due; ends early, with stopped(), where a rule holds.
  int run(std::int64_t steps, void *on = nullptr) noexcept {
    if (steps < 0)
      return keep(Status::invalid(
          format("cannot run %lld steps: give 0 or more", static_cast<long long>(steps))));
    const auto next = static_cast<Stream>(on);
    if (next != stream) // steps on another stream must see what those before have done
      if (Status status = settle(); !status)
        return keep(status);
    stream = next;
    checks.beginRun();
    if (engine) {
      std::int64_t done = 0;
      const Status status = engine->run(steps, uniforms.get(), stop, done);
      checks.countSteps(done);
      return keep(status);
    }
    while (steps > 0 && !stopped()) {
      const std::int64_t next = checks.stepsToNext(), segment = std::min(steps, next);
      const bool endsSingle = segment == next && checks.needsSingleStep(next);
      if (Status status = stepper.run(segment, endsSingle, uniforms.get(), stream); !status)
        return keep(status);
      steps -= segment;
      if (segment < next)
        continue;
      if (Status status =
              checks.run(fields.data(), uniforms.get(), parameters.data(), partials, stream);
          !status)
        return keep(status);
    }
    return 0;
  }

  /// Calls `function` with every report from now on, in the thread that runs; null ends it.
  void onReport(ReportFunction function, void *user) noexcept { checks.tell(function, user); }
  /// The value a report had last, and after which step; step 0 if it was not due yet.
  int getReport(const char *name, double *value, std::int64_t *step) const noexcept {
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
  /// What a trial of the kernels found, the fastest first; nothing if there was none.
  const std::vector<TriedKernel> &triedKernels() const { return stepper.tried(); }
  /// Steps since the start or the last reset().
  std::int64_t stepsDone() const { return checks.stepsDone(); }
  /// The rule that ended the last run, as the source has it; null if none did.
  const char *stopped() const {
    return checks.rule() < 0 ? nullptr : program.rules[checks.rule()].text;
  }

  /// Waits for the steps and reports what failed in them.
  int synchronize() noexcept { return keep(settle()); }

private:
  explicit Instance(const ProgramDescription &program)
      : program(program), checks(program), stepper(program, fields, checks) {}

  Status start(const InstanceOptions &options) {
    if (options.steps < 0)
      return Status::invalid(format("%lld steps cannot be run; give 0 where they are not known",
                                    static_cast<long long>(options.steps)));
    for (int i = 0; i < program.parameterCount; ++i) {
      const double value = options.parameters ? options.parameters[i] : program.parameters[i].value;
      if (const std::string wrong = checkParameter(program.parameters[i], value); !wrong.empty())
        return Status::invalid(wrong);
      parameters.push_back(value);
    }
    if (Status status = planFields(program, options.extents, fields, needed, options.rowPitch);
        !status)
      return status;
    if (program.uniformBytes > 0) {
      const std::size_t units = (program.uniformBytes - 1) / sizeof(std::max_align_t) + 1;
      uniforms.reset(new (std::nothrow) std::max_align_t[units]);
      if (!uniforms)
        return Status::outOfMemory("no host memory is left");
    }
    computeUniforms();
    if (program.stream) {
      if (Status status = startStream(options); !status)
        return status;
      needed = 0;
    }
    memory = options.memory;
    if (memory && options.memoryBytes < needed)
      return Status::outOfMemory(format("the memory given is too small: need %llu bytes, have %zu",
                                        static_cast<unsigned long long>(needed),
                                        options.memoryBytes));
    if (!memory && !engine) {
      if (Status status = checkMemory(options.memoryLimit); !status)
        return status;
      if (Status status = device::allocate(needed, memory); !status)
        return status;
      ownsMemory = true;
    }
    if (!engine)
      partials = placeFields(fields, memory);
    if (options.triesKernels)
      stepper.tryKernels(options.steps);
    const auto code = static_cast<StatusCode>(reset()); // sets the message
    return Status::of(code, error);
  }

  Status startStream(const InstanceOptions &options) {
    if (options.memory)
      return Status::invalid("a program that streams its domain finds its own device memory; leave "
                             "memory out");
    engine.reset(program.stream->makeEngine(program));
    if (!engine)
      return Status::outOfMemory("no host memory is left");
    Status status = engine->plan(
        options.extents,
        {options.memoryLimit, options.hostMemoryLimit, options.rowPitch, options.steps,
         options.checksums, options.scratch, options.mustUseFiles, options.resume},
        {uniforms.get(), parameters.data(), options.triesKernels && !STENCILC_WORLD_CPU_DEVICE});
    if (status && options.planned)
      options.planned(options.plannedUser, engine->text().c_str());
    return status ? engine->allocate() : status;
  }

  Status checkMemory(std::uint64_t limit) const {
    std::uint64_t have = 0;
    if (Status status = device::freeMemory(have); !status)
      return status;
    const bool limited = limit > 0 && limit < have;
    have = limited ? limit : have;
    if (needed <= have)
      return {};
    return Status::outOfMemory(
        "a grid of " + sizeText(program, grid()) + " cells needs " +
        formatBytes(static_cast<double>(needed)) + " of " + (STENCILC_WORLD_CUDA ? "device " : "") +
        "memory, have " + formatBytes(static_cast<double>(have)) +
        (limited ? " (the limit given); raise the limit or give smaller sizes"
                 : " free; give smaller sizes or free some"));
  }

  void computeUniforms() {
    if (program.uniforms && uniforms)
      program.uniforms(parameters.data(), grid(), uniforms.get());
  }

  int transferCells(int field, int level, std::int64_t first, std::int64_t count, void *cells,
                    bool in) const {
    const FieldMemory &f = fields[static_cast<std::size_t>(field)];
    if (engine)
      return keep(
          engine->cells(field, level, first, count, static_cast<unsigned char *>(cells), in));
    const Layout &layout = f.layout;
    const std::int64_t nx = layout.grid.nx, row = first / nx;
    const bool whole = first % nx == 0 && count % nx == 0;
    const device::Box box = {whole ? layout.rowBytes()
                                   : static_cast<std::size_t>(count) * layout.cellBytes,
                             whole ? static_cast<std::size_t>(count / nx) : 1, 1};
    unsigned char *start = static_cast<unsigned char *>(f.buffer(level)) +
                           static_cast<std::uint64_t>(row) * layout.rowPitch +
                           static_cast<std::uint64_t>(first % nx) * layout.cellBytes;
    const device::Place inside = {start, layout.rowPitch, layout.rowPitch * box.rows};
    const device::Place outside = {cells, box.rowBytes, box.rowBytes * box.rows};
    return copyBox(inside, outside, box, in);
  }

  int transfer(const char *name, int level, void *cells, std::size_t rowPitch,
               std::size_t planePitch, bool in) const {
    const int index = name ? findNamed(program.fields, program.fieldCount, name) : -1;
    if (index < 0)
      return keep(Status::invalid(unknownField(program, name)));
    const FieldMemory &f = fields[static_cast<std::size_t>(index)];
    if (level > 0 || level <= -f.levels)
      return keep(Status::invalid(
          format("field '%s' keeps %d time level%s: give %s, not %d", name, f.levels,
                 f.levels == 1 ? "" : "s",
                 f.levels == 1 ? "0" : format("0 to %d", 1 - f.levels).c_str(), level)));
    if (!cells)
      return keep(Status::invalid("no cells to copy: the pointer is null"));
    const Grid &g = f.layout.grid;
    const device::Box box = {f.layout.rowBytes(), static_cast<std::size_t>(g.ny),
                             static_cast<std::size_t>(g.nz)};
    if (const std::string wrong = completePitches(box, rowPitch, planePitch); !wrong.empty())
      return keep(Status::invalid(wrong));
    if (engine)
      return streamCells(index, level, static_cast<unsigned char *>(cells), rowPitch, planePitch,
                         in);
    const device::Place inside = {f.buffer(level), f.layout.rowPitch, f.layout.planePitch};
    return copyBox(inside, {cells, rowPitch, planePitch}, box, in);
  }

  /// Row by row, because rows of the caller's may lie anywhere.
  int streamCells(int field, int level, unsigned char *cells, std::size_t rowPitch,
                  std::size_t planePitch, bool in) const {
    const Grid &g = grid();
    for (std::int64_t z = 0; z < g.nz; ++z)
      for (std::int64_t y = 0; y < g.ny; ++y)
        if (const int code = keep(engine->cells(
                field, level, (z * g.ny + y) * g.nx, g.nx,
                cells + std::uint64_t(z) * planePitch + std::uint64_t(y) * rowPitch, in)))
          return code;
    return 0;
  }

  /// Steps enqueued before are waited for, on whatever stream they are.
  int copyBox(const device::Place &inside, const device::Place &outside, const device::Box &box,
              bool in) const {
    Status status = settle();
    if (status)
      status = in ? device::copy(inside, outside, box, stream)
                  : device::copy(outside, inside, box, stream);
    if (status)
      status = device::synchronize(stream);
    return keep(status);
  }

  /// Waits for all steps and forgets their stream, which its owner may destroy from now on.
  Status settle() const {
    Status status = device::synchronize(stream);
    stream = nullptr;
    return status;
  }

  /// The code of `status`, whose message becomes the last error if it is one.
  int keep(const Status &status) const {
    if (!status)
      error = status.message();
    return static_cast<int>(status.code());
  }

  const ProgramDescription &program;
  Checks checks;
  std::unique_ptr<StreamEngine> engine; // where the domain is streamed
  const volatile bool *stop = nullptr;
  double *partials = nullptr; // where reductions work
  std::vector<double> parameters;
  std::vector<FieldMemory> fields;
  Stepper stepper;
  std::unique_ptr<std::max_align_t[]> uniforms;
  std::uint64_t needed = 0;
  void *memory = nullptr;
  bool ownsMemory = false;
  mutable Stream stream = nullptr; // of the last steps
  mutable std::string error;       // also calls that change nothing else can fail
};

} // namespace stencilc
