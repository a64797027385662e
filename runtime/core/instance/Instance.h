/// \file One simulation: its engine (which holds the fields and computes time steps), its
/// parameters and its step number. The functions of the runtime's C interface call this class.
#pragma once

#include "runtime/core/fields/FieldExtents.h"
#include "runtime/core/fields/NamedCopies.h"
#include "runtime/core/instance/InstanceOptions.h"
#include "runtime/core/instance/Parameters.h"
#include "runtime/core/instance/Part.h"
#include "runtime/core/instance/Points.h"
#include "runtime/core/instance/ProgressCallback.h"
#include "runtime/core/stepping/Checks.h"
#include "runtime/core/stepping/Engine.h"
#include "runtime/core/timeline/Timeline.h"
#include "stencilc/Interface.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// A simulation. Functions that return `int` return 0 on success. Otherwise they return a
/// StatusCode and store the message that lastError() returns. No function throws. A process may
/// have many simulations, each used by one thread at a time.
class Instance {
public:
  /// Returns the bytes of device memory that create() will need. Returns 0 if the numbers of cells
  /// or the row pitch are invalid, and stores the reason in `message`, which may be null.
  static std::size_t bytesNeeded(const ProgramDescription &program, const InstanceOptions &options,
                                 char *message = nullptr, std::size_t messageSize = 0) noexcept;

  /// Creates a simulation with all fields at their initial values. The caller deletes it. On
  /// failure, returns null and sets `message` to the reason and `code` to its kind. Both may be
  /// null. `program` must outlive the simulation.
  static Instance *create(const ProgramDescription &program, const InstanceOptions &options,
                          char *message, std::size_t messageSize,
                          StatusCode *code = nullptr) noexcept;

  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;
  ~Instance();
  const char *lastError() const { return error.c_str(); }
  const ProgramDescription &description() const { return program; }
  /// Returns the numbers of cells that the user has chosen. On a staggered grid, kernels may
  /// compute one cell more along an axis.
  Grid grid() const { return namedGrid(program, engine->grid()); }
  Grid gridOf(int field) const { return fieldGrid(program, field, engine->grid()); }
  Engine &itsEngine() const { return *engine; }
  Device &itsDevice() const { return device; }
  std::uint64_t deviceBytes() const { return engine->deviceBytes() + profiles.bytes(); }
  /// Makes run() return after its current launch once `*flag` is true. If the domain is larger than
  /// device memory, run() first finishes the current pass of all planes through the device.
  void stopIf(const volatile bool *flag) { stop = flag; }

  int setParameter(const char *name, double value) noexcept;
  int getParameter(const char *name, double *value) const noexcept {
    return keep(parameters.get(name, value));
  }

  const double *parameterValues() const { return parameters.data(); }
  std::int64_t stepNumber() const { return checks.number(); }

  /// Sets the series `name` (an input with one number per time step) to `count` numbers. Returns 0,
  /// or the code of an error.
  int setSeries(const char *name, const double *numbers, std::int64_t count) noexcept;
  /// Sets the points of the source or receiver `name` to `count` points. `places` has one row for
  /// each point, with one coordinate, in cells, for each axis. Returns 0, or the code of an error.
  int setPoints(const char *name, const double *places, std::int64_t count) noexcept;
  /// Returns the sources and receivers, or null if the program has none.
  Points *itsPoints() const { return points.get(); }
  /// Returns the events, such as reports. Added events must outlive the simulation or be removed.
  Timeline &timeline() { return events; }
  /// Returns the parts: objects added to the simulation for optional tasks, such as saving fields.
  Parts &parts() { return added; }
  const Parts &parts() const { return added; }
  /// Returns the state after the last time step, which is passed to events, such as reports.
  RunPoint point() {
    return {checks.number(),
            checks.number() - checks.stepsDone(),
            *engine,
            copies(),
            parameters.data(),
            scalars,
            stream};
  }
  /// Sets all fields to their initial values, computed with the current parameters. Returns 0 or an
  /// error code.
  int reset() noexcept;
  /// Sets the number of time steps that an earlier run has done, from which step numbers continue.
  /// Returns 0, or an error code if `before` is negative or above 2^53.
  int setFirstStep(std::int64_t before) noexcept { return keep(checks.setFirst(before)); }

  /// Sets a field at `level` (0: t, -1: t-1) from `cells`, a host or device array, x fastest.
  /// Pitches are in bytes, and 0 means no padding. Waits until the copy has ended. Returns 0 or an
  /// error code.
  int copyIn(const char *field, int level, const void *cells, std::size_t rowPitch = 0,
             std::size_t planePitch = 0) noexcept {
    return transfer(field, level, const_cast<void *>(cells), rowPitch, planePitch, true);
  }
  /// Copies a field at `level` (0: t, -1: t-1) to `cells`, with pitches in bytes (0: no padding).
  /// Returns 0 or an error code.
  int copyOut(const char *field, int level, void *cells, std::size_t rowPitch = 0,
              std::size_t planePitch = 0) const noexcept {
    return transfer(field, level, cells, rowPitch, planePitch, false);
  }
  /// Sets `view` to the memory of a field at `level` (0: t, -1: t-1), until the next run, copy or
  /// reset. Values written there are read by the next time step. With `waits` false, does not wait
  /// for enqueued time steps, which then still change the values. Returns 0 or an error code.
  int view(const char *field, int level, FieldView *view, bool waits = true) noexcept;

  /// Copies `count` cells of a field at `level` (0: t, -1: t-1) to `cells`. `first` is the index of
  /// the first cell, counted x fastest and without padding. The cells are whole rows, or lie in one
  /// row. Returns 0, or the code of an error.
  int cellsOut(int field, int level, std::int64_t first, std::int64_t count,
               void *cells) const noexcept {
    return transferCells(field, level, first, count, cells, false);
  }
  /// Copies `count` cells from `cells` to a field at `level` (0: t, -1: t-1): to whole rows, or
  /// into one row, from index `first` on (x fastest, without padding). Returns 0 or an error code.
  int cellsIn(int field, int level, std::int64_t first, std::int64_t count, void *cells) noexcept {
    return transferCells(field, level, first, count, cells, true);
  }

  /// Enqueues `steps` time steps on the stream `on` (a cudaStream_t). A CPU computes them before
  /// the call returns. Waits at steps with reports, stopping rules (`until` statements) or
  /// progress, and ends early if a stopping rule holds. The stream must exist until synchronize(),
  /// a copy, or a run on another stream. Returns 0 or an error code.
  int run(std::int64_t steps, void *on = nullptr) noexcept;
  bool isRunning() const { return isInRun; } // true while run() calls a function of the caller

  /// Sets the function that run() calls with each report's name and value. Null removes it.
  void onReport(ReportFunction function, void *user) noexcept { checks.tell(function, user); }
  /// Sets the function that run() calls about every `seconds` seconds and at the end of the run,
  /// with `user` as first argument. If it returns a number other than 0, the run ends after a whole
  /// time step. Null removes the function. The function itself may call onProgress().
  void onProgress(ProgressFunction function, void *user, double seconds) noexcept {
    told.set(function, user, seconds);
  }
  /// Sets `value` to the last value of a report, and `step` to the number of its time step, or to 0
  /// if the report has no value yet. Returns 0 or an error code.
  int getReport(const char *name, double *value, std::int64_t *step) const noexcept;
  /// Makes later time steps use the kernels of `other`, the same program with other kernels.
  /// `stepsLeft` more steps will be run. `other` must outlive this object. If fields, buffers,
  /// pitches or parameters differ, changes nothing and returns an error code, otherwise 0.
  int hotSwap(const ProgramDescription &other, std::int64_t stepsLeft) noexcept {
    return keep(engine->hotSwap(other, stepsLeft, stream));
  }
  /// Returns the numbers that a checkpoint stores besides fields: results of reductions, values of
  /// reports, and the `until` statement that ended the run. takeNumbers() sets them.
  RunNumbers numbers() const { return checks.numbers(scalars); }
  void takeNumbers(const RunNumbers &numbers) { checks.take(numbers, scalars); }
  /// Returns the number of time steps since the simulation began or was last reset().
  std::int64_t stepsDone() const { return checks.stepsDone(); }
  /// Returns the text of the `until` statement that ended the last run, or null if none did.
  const char *stopped() const {
    return checks.rule() < 0 ? nullptr : program.rules[checks.rule()].text;
  }

  /// Waits for all time steps. Returns the code of their first error, or 0.
  int synchronize() const noexcept { return keep(settle()); }
  /// Returns the code of `status`. If it is an error, sets lastError() to its message.
  int keep(const Status &status) const;

private:
  Instance(const ProgramDescription &program, Device &device);
  Status start(const InstanceOptions &options);
  Status makeUniforms(const InstanceOptions &options);
  Status plan(const InstanceOptions &options, const OutOfCoreTrial &trial);
  bool isStopWanted() const { return stop && *stop; }
  Status runTo(std::int64_t end);
  static std::unique_ptr<Instance> make(const ProgramDescription &program, Status &status);
  Status computeScalars(const Grid &grid);
  Status computeScalars();
  NamedCopies copies() const { return {program, *engine, profiles}; }
  int transferCells(int field, int level, std::int64_t first, std::int64_t count, void *cells,
                    bool in) const;
  int transfer(const char *name, int level, void *cells, std::size_t rowPitch,
               std::size_t planePitch, bool in) const;

  /// Waits until all enqueued time steps have ended, and returns their first error. If no run is in
  /// progress, also drops the pointer to their stream, so that the caller may destroy the stream.
  Status settle() const;
  const ProgramDescription &program;
  Device &device;
  Parameters parameters;
  Checks checks;
  Scalars scalars;
  Profiles profiles;
  std::unique_ptr<Engine> engine;
  std::unique_ptr<Points> points; // null: the program has none
  Timeline events;
  Parts added{events};
  const volatile bool *stop = nullptr;
  ProgressCallback told;
  mutable Stream stream = nullptr; // the stream of the last steps
  mutable std::string error;       // mutable, because const functions can fail too
  bool isInRun = false;
};

/// Copies the recorded values of all receivers from the device, then calls `ask` with the object
/// that holds sources and receivers. If values are still on the device, first waits for time steps.
/// Returns 0 or an error code. In a program without sources and receivers, returns 0 without a
/// call.
template <class Ask> int ofTraces(const Instance &instance, Ask ask) noexcept {
  const Points *const points = instance.itsPoints();
  if (!points)
    return 0;
  if (const int code = points->arePending() ? instance.synchronize() : 0)
    return code;
  const Status status = points->collect();
  return instance.keep(status ? ask(*points) : status);
}

/// Converts the `code` that a function of `instance` has returned to a Status, with the last error
/// message.
inline Status statusOf(const Instance &instance, int code) {
  return Status::of(static_cast<StatusCode>(code), instance.lastError());
}

} // namespace stencilc::inline STENCILC_SPACE
