/// \file One simulation: its engine, parameters and time. The C interface of the runtime calls
/// this, one line each.
#pragma once

#include "stencilc/Checks.h"
#include "stencilc/Engine.h"
#include "stencilc/FieldExtents.h"
#include "stencilc/InstanceOptions.h"
#include "stencilc/Interface.h"
#include "stencilc/NamedCopies.h"
#include "stencilc/Parameters.h"
#include "stencilc/PointSets.h"
#include "stencilc/save/InstanceSaves.h"
#include "stencilc/save/Saves.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Who is told of progress, and how often.
struct Told {
  ProgressFunction function = nullptr;
  void *user = nullptr;
  double seconds = 0;

  /// Steps after which to look again, where `batch` took so many seconds: whole `atOnce`.
  std::int64_t next(std::int64_t batch, double took, std::int64_t atOnce) const;
};

/// Calls return 0, or a StatusCode after setting lastError(). No exceptions, no global state: any
/// number of instances may live at once; one instance serves one thread at a time.
class Instance {
public:
  /// Device bytes that create() will need; 0 if extents or pitch are not possible, with the reason
  /// in `message` (which may be null).
  static std::size_t bytesNeeded(const ProgramDescription &program, const InstanceOptions &options,
                                 char *message = nullptr, std::size_t messageSize = 0) noexcept;

  /// A simulation with all fields at their initial values; null on failure, with the reason in
  /// `message` and its kind in `code` (both may be null). `program` must outlive it. Ends with
  /// `delete`.
  static Instance *create(const ProgramDescription &program, const InstanceOptions &options,
                          char *message, std::size_t messageSize,
                          StatusCode *code = nullptr) noexcept;

  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;
  ~Instance();
  const char *lastError() const { return error.c_str(); }
  const ProgramDescription &description() const { return program; }
  /// The cells along each axis, as users speak of them.
  Grid grid() const { return namedGrid(program, engine->grid()); }
  /// The extents of a field or profile.
  Grid gridOf(int field) const { return fieldGrid(program, field, engine->grid()); }
  Engine &itsEngine() const { return *engine; }
  Device &itsDevice() const { return device; }
  std::uint64_t deviceBytes() const { return engine->deviceBytes() + profiles.bytes(); }
  /// run() ends early once `*flag` is true, at the next step at which its engine can: after a whole
  /// traversal of a domain that is streamed, else where something is due or the call ends.
  void stopIf(const volatile bool *flag) { stop = flag; }

  int setParameter(const char *name, double value) noexcept;
  int getParameter(const char *name, double *value) const noexcept {
    return keep(parameters.get(name, value));
  }

  const double *parameterValues() const { return parameters.data(); }
  std::int64_t stepNumber() const { return checks.number(); }

  /// The numbers of a series, one for each step of the simulation from the first on.
  int setSeries(const char *name, const double *numbers, std::int64_t count) noexcept;
  /// The points of a source or receiver from a file: `count` rows of coordinates.
  int setPoints(const char *name, const double *places, std::int64_t count) noexcept;
  /// Asks its sources and receivers something.
  template <class Ask> int ofPoints(Ask ask) const noexcept { return keep(ask(points)); }
  template <class Change> int withPoints(Change change) noexcept { return keep(change(points)); }
  /// What is saved while steps run. beginSaves() and run() take the state before the first one.
  Saves &itsSaves() { return saves; }
  Status beginSaves() { return saves.begin(*engine, checks.number(), stream); }
  /// Asks for a field, or a window of it, to be saved (save/InstanceSaves.h), and ends that.
  int save(const SaveCall &call) noexcept { return keep(requestSave(call, *this)); }
  int finishSaves() noexcept { return keep(saves.end()); }
  /// Starts again from the initial values, computed with the parameters as they are now.
  int reset() noexcept;
  /// So many steps were done before the start, of this run and after each reset(): the numbers of
  /// steps go on from there.
  int setFirstStep(std::int64_t before) noexcept { return keep(checks.setFirst(before)); }

  /// Sets a field at `level` (0 is t, -1 is t-1 ...) from `cells` in the field's storage type, x
  /// fastest, host or device memory. Pitches in bytes; 0 is packed. Returns when it is done.
  int copyIn(const char *field, int level, const void *cells, std::size_t rowPitch = 0,
             std::size_t planePitch = 0) noexcept {
    return transfer(field, level, const_cast<void *>(cells), rowPitch, planePitch, true);
  }
  /// Copies cells of a field out, as copyIn() copies them in.
  int copyOut(const char *field, int level, void *cells, std::size_t rowPitch = 0,
              std::size_t planePitch = 0) const noexcept {
    return transfer(field, level, cells, rowPitch, planePitch, false);
  }
  /// Where a field lies at a level, after the steps so far; valid until the next run, copy or
  /// reset. What is written there is what the next step reads.
  int view(const char *field, int level, FieldView *view) noexcept;

  /// Copies `count` cells, counted without padding from cell `first` in the order of memory, to
  /// packed `cells`. They must be whole rows, or lie in one row.
  int cellsOut(int field, int level, std::int64_t first, std::int64_t count,
               void *cells) const noexcept {
    return transferCells(field, level, first, count, cells, false);
  }
  /// Takes cells of a field from packed `cells`.
  int cellsIn(int field, int level, std::int64_t first, std::int64_t count, void *cells) noexcept {
    return transferCells(field, level, first, count, cells, true);
  }

  /// Enqueues `steps` steps on `on` (a cudaStream_t; the CPU does them now) and returns. The stream
  /// must live until the next call that waits: synchronize(), a copy, or a run on another stream.
  /// Waits where reports or rules are due, and where somebody is told of progress; ends early, with
  /// stopped(), where a rule holds.
  int run(std::int64_t steps, void *on = nullptr) noexcept;
  bool isRunning() const { return isInRun; } // run() has called a function of the caller

  /// Calls `function` with every report from now on, in the thread that runs; null ends it.
  void onReport(ReportFunction function, void *user) noexcept { checks.tell(function, user); }
  /// Calls `function` while steps run, about every `seconds`, in the thread that runs; null ends
  /// it, also from within. The run ends at a whole step if it returns another number than 0.
  void onProgress(ProgressFunction function, void *user, double seconds) noexcept {
    told = {function, user, seconds};
  }
  /// The value a report had last, and after which step; step 0 if it was not due yet.
  int getReport(const char *name, double *value, std::int64_t *step) const noexcept;
  /// Steps from now on are done by the kernels of `other`, which gives the same bits and outlives
  /// this: the same program with other kernels. `stepsLeft` are known to follow. Refused, and
  /// nothing has changed, if it goes with other fields, buffers, pitches or parameters.
  int goOver(const ProgramDescription &other, std::int64_t stepsLeft) noexcept {
    return keep(engine->goOver(other, stepsLeft, stream));
  }
  /// What the run has beside its fields; and the same of one that this goes on with.
  RunNumbers numbers() const { return checks.numbers(scalars); }
  void takeNumbers(const RunNumbers &numbers) { checks.take(numbers, scalars); }
  /// Steps since the start or the last reset().
  std::int64_t stepsDone() const { return checks.stepsDone(); }
  /// The rule that ended the last run, as the source has it; null if none did.
  const char *stopped() const {
    return checks.rule() < 0 ? nullptr : program.rules[checks.rule()].text;
  }

  /// Waits for the steps and reports what failed in them.
  int synchronize() const noexcept { return keep(settle()); }
  /// The code of `status`, whose message becomes the last error if it is one.
  int keep(const Status &status) const;

private:
  Instance(const ProgramDescription &program, Device &device, std::int64_t longest);
  Status start(const InstanceOptions &options);
  Status makeUniforms(const InstanceOptions &options);
  Status plan(const InstanceOptions &options, const OutOfCoreTrial &trial);
  bool isStopWanted() const { return stop && *stop; }
  Status runTo(std::int64_t end);
  Status runSegment(std::int64_t steps);
  Status runTold(std::int64_t end);
  Status computeScalars();
  NamedCopies copies() const { return {program, *engine, profiles}; }
  int transferCells(int field, int level, std::int64_t first, std::int64_t count, void *cells,
                    bool in) const;
  int transfer(const char *name, int level, void *cells, std::size_t rowPitch,
               std::size_t planePitch, bool in) const;

  /// Waits for all steps and forgets their stream, which its owner may destroy from now on.
  Status settle() const;
  const ProgramDescription &program;
  Device &device;
  Parameters parameters;
  Checks checks;
  Scalars scalars;
  Profiles profiles;
  PointSets points;
  Saves saves;
  std::unique_ptr<Engine> engine;
  const volatile bool *stop = nullptr;
  Told told;
  mutable Stream stream = nullptr; // of the last steps
  mutable std::string error;       // also calls that change nothing else can fail
  bool isInRun = false;
};

/// Asks the receivers of an instance for what they have read so far, of which nothing is on the
/// device then; waits for steps if some of it was.
template <class Ask> int ofTraces(const Instance &instance, Ask ask) noexcept {
  bool arePending = false;
  instance.ofPoints([&](const PointSets &sets) {
    arePending = sets.receivers().arePending();
    return Status();
  });
  if (const int code = arePending ? instance.synchronize() : 0)
    return code;
  return instance.ofPoints([&](const PointSets &sets) {
    const Status status = sets.receivers().collect(nullptr);
    return status ? ask(sets.receivers()) : status;
  });
}

/// What a call of an instance has said that returned `code`.
inline Status statusOf(const Instance &instance, int code) {
  return Status::of(static_cast<StatusCode>(code), instance.lastError());
}

} // namespace stencilc::inline STENCILC_SPACE
