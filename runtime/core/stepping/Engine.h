/// \file The interface of an engine, which holds the fields of a simulation and computes its time
/// steps.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/fields/DividedRun.h"
#include "runtime/core/fields/FieldMemory.h"
#include "runtime/core/instance/RunLimits.h"
#include "runtime/core/instance/Scalars.h"
#include "runtime/core/stepping/SplitSteps.h"
#include "runtime/core/support/Status.h"
#include "stencilc/Description.h"
#include <limits>
#include <memory>
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

/// Scalars and parameters for the launches that time kernels before an out-of-core run is planned.
struct OutOfCoreTrial {
  const Scalars *scalars = nullptr;   // null: kernels are not timed
  const double *parameters = nullptr; // to compute initial values
  /// True if the engine may time kernels, before or during the run. Without timing, an out-of-core
  /// run has the same plan every time.
  bool isWanted = false;
};

/// Seconds that a run has used before its first time step. A negative number was not measured.
struct StartTimes {
  /// Seconds for planning an out-of-core run (with measurements), for allocating and pinning
  /// memory, and for computing initial values.
  double plan = -1, memory = -1, values = -1;
};

/// Files that hold the domain of a simulation, if it is kept on disk.
class DomainFiles {
public:
  virtual ~DomainFiles() = default;
  /// Makes the .npy file `path` the initial values of a field at time t-`age`. Its cells begin at
  /// byte `offset` and have the field's type.
  virtual void adopt(int field, int age, const std::string &path, std::uint64_t offset) = 0;
  /// Writes a file with the initial values that the program computes, for each field for which the
  /// user has given no file.
  virtual Status prepare() = 0;
  /// Returns the path of the .npy file that holds a field at time t-`age`.
  virtual std::string fileOf(int field, int age) const = 0;
  /// Verifies the checksums of the file that holds a field at time t-`age`, unless this was done
  /// before. Fails if they differ. Only files that an earlier run wrote have checksums.
  virtual Status verify(int field, int age) = 0;
  /// Returns true if each NaN in the file of `field` at time t-`age` has the one bit pattern that
  /// results use for NaN. Sets `isFinite` to true if the file has no NaN or infinity. A complete
  /// run has found both while it wrote the file. If the last run ended early, the whole file is
  /// read.
  virtual bool isSettled(int field, int age, bool &isFinite) const = 0;
  /// Returns a message about the first NaN or infinity in an input file of the user. The message is
  /// empty if none was read.
  virtual const std::string &firstNotFinite() const = 0;
  /// Returns the number of time steps that the interrupted run had done, or 0 if no run was
  /// resumed.
  virtual std::int64_t resumedAt() const = 0;
  virtual const std::string &folder() const = 0;
  /// Deletes the files that hold the domain. Precondition: all results have been copied from them.
  virtual void discard() = 0;
  virtual double bytesRead() const = 0;
  virtual double bytesWritten() const = 0;
};

/// Measured rate of one kernel variant (one of several kernels for the same time steps). `schedule`
/// names its schedule, the way in which kernels run the program. A variant without a schedule of
/// its own has that of the program or "naive".
struct TriedKernel {
  const char *schedule;
  int steps;               // fused time steps
  double updatesPerSecond; // cell updates per second
};

/// Facts about a domain whose planes pass through several devices in sequence, for the summary of a
/// run.
struct ChainedRun {
  std::vector<int> devices; // GPU numbers; empty on the host
  int count = 1;
  double handedBytes = 0; // bytes passed from one device to the next so far
};

/// Selection of rows of a field at regular intervals. Each row has `span` cells, from index
/// `first[0]`. There are `count[0]` rows, from row `first[1]`, in each of `count[1]` planes, from
/// plane `first[2]`. `by` has the intervals of rows and planes.
struct CellRows {
  std::int64_t first[3] = {0, 0, 0};
  std::int64_t span = 1;
  std::int64_t count[2] = {1, 1}, by[2] = {1, 1};
  std::size_t cellBytes = 8;
};

class Ranks;

/// Arguments of Engine::plan(): the grid, memory limits, devices, and processes.
struct EngineRequest {
  std::int64_t extents[3] = {1, 1, 1};
  RunLimits limits;
  bool mustUseFiles = false; // use files even if host memory is large enough
  std::int64_t steps = 0;    // time steps of the run; 0: not known
  OutOfCoreTrial trial;
  /// Rates of kernel variants (kernels for the same time steps) that an earlier run has measured.
  std::vector<KernelRate> learnt;
  /// Device memory that the caller provides, or null if the engine allocates memory. Engines for
  /// several devices or out-of-core domains refuse it.
  void *memory = nullptr;
  std::size_t memoryBytes = 0;
  Ranks *ranks = nullptr;      // processes that share the domain; null: one process
  bool onlyFirstReads = false; // only process 0 needs the cells that are copied out
};

/// Interface that an engine for one device calls after each launch of time steps. Receivers (points
/// at which a run saves a field) implement it if kernels record their values.
class StepRecorder {
public:
  virtual ~StepRecorder() = default;
  /// Computes the values of receivers from the cell values that kernels have stored for them in a
  /// launch of `steps` time steps, on `stream`. `before` steps were done before the launch. Does
  /// nothing if kernels store no such values.
  virtual Status take(std::int64_t before, int steps, Stream stream) = 0;
};

/// Consecutive time steps that an engine computes in one call. Reports, receivers (points at which
/// a run saves a field) and saves read cells only after the last step.
struct Segment {
  std::int64_t steps = 0;
  bool endsSingle = false; // compute the last step alone, not fused
  Scalars *scalars =
      nullptr; // the scalars of the run; in-step reductions store their results there
  std::int64_t stepsBefore = 0;        // time steps done before this segment
  Stream stream = nullptr;             // the stream on which the steps are enqueued
  StepRecorder *recorder = nullptr;    // receivers whose values kernels record, or null
  const volatile bool *stop = nullptr; // set to true by the caller to end the segment early
  /// Upper limit of the number of time steps between two events of the run, such as reports.
  /// Kernels that fuse more steps are never launched.
  std::int64_t interval = std::numeric_limits<std::int64_t>::max();
};

/// The interface of an engine, which holds the fields of a simulation and computes its time steps.
class Engine {
public:
  virtual ~Engine() = default;
  /// Returns true if the engine times kernel variants (kernels for the same time steps) before or
  /// during a run. `wanted` is the caller's choice, or empty for the default.
  virtual bool triesKernels(std::optional<bool> wanted) const = 0;
  /// Plans the memory of all fields. Memory that is allocated for measurements is freed again.
  virtual Status plan(const EngineRequest &request) = 0;
  /// Returns the bytes of device memory that allocate() will need. Precondition: plan() has
  /// succeeded.
  virtual std::uint64_t deviceBytes() const = 0;
  /// Returns a description for the user of how the domain is kept in host memory or files. The text
  /// is empty for a domain in device memory.
  virtual std::string text() const { return ""; }
  virtual Status allocate() = 0;
  virtual const Grid &grid() const = 0;
  /// Sets all fields to their initial values.
  virtual Status reset(const double *parameters) = 0;
  /// Computes the time steps of `segment`, or enqueues them on the device. Sets `done` to the
  /// number of these steps. `done` is smaller than segment.steps if the caller asked for an early
  /// end or a step failed.
  virtual Status run(const Segment &segment, std::int64_t &done) = 0;
  /// Computes the reductions of `check` (for reports and stopping rules, `until` statements) after
  /// the time steps done so far. Sets `results` to one value for each reduction. The value for a
  /// norm is the sum of squares. Waits for the results.
  virtual Status reduce(const CheckDescription &check, const Segment &segment,
                        std::vector<double> &results) = 0;
  /// Copies a whole field at `level` (0 for t, -1 for t-1): from the caller's memory `cells` if
  /// `in`, otherwise to `cells`. `box` is the size of the field: planes, rows, and bytes of a row.
  /// Waits for earlier time steps.
  virtual Status copy(int field, int level, const device::Place &cells, const device::Box &box,
                      bool in, Stream stream) = 0;
  /// Copies `count` cells of a field at `level` (0 for t, -1 for t-1), from cell `first` in memory
  /// order without padding: into the field if `in`, otherwise to `cells`. The cells are whole rows,
  /// or lie in one row.
  virtual Status cells(int field, int level, std::int64_t first, std::int64_t count,
                       unsigned char *cells, bool in, Stream stream) = 0;
  /// Copies rows of a field at `level` (0 for t, -1 for t-1) to `cells`, an array without padding.
  /// The array may be in host memory, or in device memory if the field is there, too. Waits for
  /// earlier time steps and for the copy.
  virtual Status rows(int field, int level, const CellRows &rows, unsigned char *cells,
                      Stream stream);
  /// Returns the device address of a field's first cell at time t, for reading. Returns null if the
  /// device does not hold the whole field.
  virtual const void *newest(int field) {
    (void)field;
    return nullptr;
  }
  /// Sets `place` to the address and the pitches of a field at `level` (0 for t, -1 for t-1) in
  /// device memory.
  virtual Status view(int field, int level, device::Place &place) = 0;
  /// Waits for all time steps. Returns their first error, or success.
  virtual Status synchronize(Stream stream) = 0;
  /// Makes later time steps use the kernels of another program (the first argument). The second
  /// argument is the number of steps that will follow. Fails if the engine cannot change kernels,
  /// or if fields or parameters differ.
  virtual Status hotSwap(const ProgramDescription &, std::int64_t, Stream) {
    return Status::invalid("this run continues with its first kernels");
  }
  /// Returns the measured rates of kernel variants (kernels for the same time steps), fastest
  /// first. The list is empty if no variant was timed.
  virtual std::vector<TriedKernel> triedKernels() const { return {}; }
  /// Returns true if an earlier run has measured the rates that triedKernels() returns.
  virtual bool areRatesLearnt() const { return false; }

  virtual std::uint64_t hostBytes() const { return 0; }
  /// Returns true if run() itself reports progress to the function set by onProgress(). The caller
  /// can then compute all steps in one call.
  virtual bool reportsProgress() const { return false; }
  /// Returns true if device memory holds the whole domain. The bandwidth of device memory then
  /// limits the rate.
  virtual bool restsOnDevice() const { return true; }
  /// Returns how many time steps should be computed together, because they take hardly longer than
  /// a single step. For an out-of-core domain these are the steps of one pass of all planes through
  /// the device, or of one reading of its files. Otherwise returns 1.
  virtual std::int64_t stepsAtOnce() const { return 1; }
  /// Returns the bytes copied so far from the host to the device.
  virtual double bytesIn() const { return 0; }
  /// Returns the bytes copied so far from the device to the host.
  virtual double bytesOut() const { return 0; }
  /// Returns the files that hold the domain, or null if the domain is in memory.
  virtual DomainFiles *files() { return nullptr; }
  /// Returns facts about the division of the domain among devices. Returns null if the engine has
  /// not divided it. A division may have only one part.
  virtual const DividedRun *divided() const { return nullptr; }
  /// Returns facts about the devices that each plane of an out-of-core domain passes through in
  /// sequence. Their number is `count` in the result, which is 1 if there is no such sequence.
  virtual ChainedRun chained() const { return {}; }
  /// Returns the numbers of the GPUs that the user has chosen for this process. The list is empty
  /// if the current GPU is used.
  std::vector<int> gpus() const;
  /// Returns the processes that share the domain, or null if there is one process. All processes
  /// must call every function that copies cells, runs or reduces.
  virtual Ranks *ranks() const { return nullptr; }
  /// Returns the value that process 0 passes as `mine`, in all processes. It is for decisions that
  /// depend on the clock or the files of process 0. All processes must call it.
  virtual std::int64_t fromRoot(std::int64_t mine) const { return mine; }
  /// Sets [`begin`, `end`) to the planes of part `number` of a domain that is divided among
  /// devices, and `device` to the number of its GPU. `device` is -1 if that device has no number or
  /// belongs to another process. Each pointer may be null. Fails if there is no such part; an
  /// undivided domain has one, number 0.
  Status part(int number, Int64 *begin, Int64 *end, int *device) const;
  /// Sets a function that is called during run(). It gets `user`, the number of time steps done so
  /// far, which may have a fraction, and a description of the current work.
  void onProgress(void (*function)(void *user, double stepsDone, const std::string &what),
                  void *user) {
    progress = function;
    progressUser = user;
  }
  const StartTimes &startTimes() const { return start; }
  /// Sets an observer that gets the calls for receivers, also in programs without receivers, and
  /// passes them on. Engines that are not for one device ignore it.
  void observeLaunches(StepRecorder *by) { observer = by; }

protected:
  StartTimes start;
  StepRecorder *observer = nullptr;
  void (*progress)(void *user, double stepsDone, const std::string &what) = nullptr;
  void *progressUser = nullptr;
};

/// Entry for an engine, the object that holds fields and computes time steps. A program names its
/// engine in ProgramDescription::engine, and `make` creates it.
struct EnginePart {
  std::unique_ptr<Engine> (*make)(const ProgramDescription &program, Device &device);
};

} // namespace stencilc::inline STENCILC_SPACE
