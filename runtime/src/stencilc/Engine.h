/// \file The interface of an engine, which holds the fields of a simulation and computes its time
/// steps.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Device.h"
#include "stencilc/DeviceChoice.h"
#include "stencilc/DividedRun.h"
#include "stencilc/FieldMemory.h"
#include "stencilc/Scalars.h"
#include "stencilc/Status.h"
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

/// The limits and options of an engine, most of them for a domain that is kept out of core: in host
/// memory or in files.
struct OutOfCoreLimits {
  /// Most bytes of device memory and of host memory that may be used; 0 means all that is free.
  std::uint64_t device = 0, host = 0;
  std::uint64_t rowPitch = 0;    // bytes or 0 or kPackedRows, as in makeLayout
  std::int64_t steps = 0;        // time steps of the run; 0: not known
  bool checksums = false;        // planes in host memory have checksums
  const char *scratch = nullptr; // folder for files that hold the domain; null: no files
  bool mustUseFiles = false;     // use files even if host memory is large enough
  bool resume = false;           // continue with the state in `scratch`
};
/// Data for timing kernels before a plan is made for a domain out of core.
struct OutOfCoreTrial {
  const Scalars *scalars = nullptr;   // null: kernels are not timed
  const double *parameters = nullptr; // to compute initial values
  /// True if kernels are timed. Without timing, the plan is the same in every run.
  bool isWanted = false;
};

/// The time in seconds that a run out of core has used before its first time step.
struct OutOfCoreStart {
  /// Seconds for planning (with measurements), for allocating and pinning memory, and for initial
  /// values.
  double plan = 0, memory = 0, values = 0;
};

/// The files that hold the domain of an instance, when it is kept out of core on disk.
class DomainFiles {
public:
  virtual ~DomainFiles() = default;
  /// Uses the file `path` as the initial values of a field at time t-`age`. It is a .npy file whose
  /// cells begin at byte `offset` and have the field's type.
  virtual void adopt(int field, int age, const std::string &path, std::uint64_t offset) = 0;
  /// Writes the files of all fields whose initial values the program computes.
  virtual Status prepare() = 0;
  /// Returns the path of the .npy file that holds a field at time t-`age`.
  virtual std::string fileOf(int field, int age) const = 0;
  /// Verifies the checksums of the file that holds a field at time t-`age`, if an earlier run wrote
  /// it and it was not verified yet. Fails if they differ.
  virtual Status verify(int field, int age) = 0;
  /// Returns whether all NaNs in the file of a field have the standard bits of results. Reads the
  /// file if this is not known, after a run that ended early. If the result is true, sets
  /// `isFinite` to whether all cells are finite.
  virtual bool isSettled(int field, int age, bool &isFinite) const = 0;
  /// Returns a message about the first NaN or infinity in a file passed to adopt(). It is empty if
  /// none was read.
  virtual const std::string &firstNotFinite() const = 0;
  /// Returns the number of time steps that the interrupted run had done, or 0 if no run is resumed.
  virtual std::int64_t resumedAt() const = 0;
  virtual const std::string &folder() const = 0;
  /// Deletes the files, after the results have been copied from them.
  virtual void discard() = 0;
  virtual double bytesRead() const = 0;
  virtual double bytesWritten() const = 0;
};

/// The measured rate of one kernel variant. `schedule` is the kernel's own schedule, or else that
/// of the program.
struct TriedKernel {
  const char *schedule;
  int steps;               // fused time steps
  double updatesPerSecond; // cell updates per second
};

/// The facts about a domain that passes through several devices in sequence, for the summary of a
/// run.
struct ChainedRun {
  std::vector<int> devices; // GPU numbers; empty on the host
  int count = 1;
  double handedBytes = 0; // bytes passed from one device to the next so far
};

/// A regular selection of rows of a field. Each row has `span` cells, from index `first[0]`. There
/// are `count[0]` rows in each of `count[1]` planes, from row `first[1]` and plane `first[2]`, at
/// intervals of `by`.
struct CellRows {
  std::int64_t first[3] = {0, 0, 0};
  std::int64_t span = 1;
  std::int64_t count[2] = {1, 1}, by[2] = {1, 1};
  std::size_t cellBytes = 8;
};

class Ranks;

/// The arguments of Engine::plan(): the grid, memory limits, devices, and processes.
struct EngineRequest {
  std::int64_t extents[3] = {1, 1, 1};
  OutOfCoreLimits limits;
  OutOfCoreTrial trial;
  /// Device memory that the caller provides, or null to allocate it. Some engines refuse it.
  void *memory = nullptr;
  std::size_t memoryBytes = 0;
  DeviceChoice devices;        // devices for a divided domain; empty: the current one
  Ranks *ranks = nullptr;      // processes that share the domain; null: one process
  bool onlyFirstReads = false; // only process 0 needs the cells that are copied out
};

class Receivers;
/// Consecutive time steps that an engine computes in one call. Reports, receivers and saves may
/// read cells only after the last of them.
struct Segment {
  std::int64_t steps = 0;
  bool endsSingle = false; // compute the last step alone, not fused
  Scalars *scalars =
      nullptr; // the scalars of the run; in-step reductions store their results there
  std::int64_t stepsBefore = 0;        // time steps done before this segment
  Stream stream = nullptr;             // the stream on which the steps are enqueued
  Receivers *recorded = nullptr;       // receivers whose values kernels record
  const volatile bool *stop = nullptr; // set to true by the caller to end the segment early
};

/// The interface of an engine, which holds the fields of a simulation and computes its time steps.
class Engine {
public:
  virtual ~Engine() = default;
  /// Returns whether the engine times kernel variants before or during a run. `wanted` is the
  /// caller's choice, if any.
  virtual bool triesKernels(std::optional<bool> wanted) const = 0;
  /// Plans the memory of all fields. Memory that is allocated for measurements is freed again.
  virtual Status plan(const EngineRequest &request) = 0;
  /// Returns the bytes of device memory that allocate() will need, after plan().
  virtual std::uint64_t deviceBytes() const = 0;
  /// Returns a description for the user of how the domain is kept out of core. It is empty for a
  /// domain in device memory.
  virtual std::string text() const { return ""; }
  virtual Status allocate() = 0;
  virtual const Grid &grid() const = 0;
  /// Sets all fields to their initial values.
  virtual Status reset(const double *parameters) = 0;
  /// Computes or enqueues the time steps of `segment`. Sets `done` to their number.
  virtual Status run(const Segment &segment, std::int64_t &done) = 0;
  /// Computes the reductions of `check`, which reports and stopping rules need, after the steps
  /// done so far. Waits for the results.
  virtual Status reduce(const CheckDescription &check, const Segment &segment,
                        std::vector<double> &results) = 0;
  /// Copies a whole field at `level` (0 for t, -1 for t-1) from the caller's memory if `in`,
  /// otherwise to it. Waits for the steps before.
  virtual Status copy(int field, int level, const device::Place &cells, const device::Box &box,
                      bool in, Stream stream) = 0;
  /// Copies `count` cells of a field at `level`, from cell `first` in memory order without padding.
  /// The cells are whole rows or lie in one row. `in` copies into the field.
  virtual Status cells(int field, int level, std::int64_t first, std::int64_t count,
                       unsigned char *cells, bool in, Stream stream) = 0;
  /// Copies rows of a field at `level` to the packed array `cells`. The array is in host memory, or
  /// in device memory if the field is. Waits for the steps before and for the copy.
  virtual Status rows(int field, int level, const CellRows &rows, unsigned char *cells,
                      Stream stream);
  /// Returns the device address of a field's first cell at time t, for reading. Returns null if the
  /// device does not hold the whole field.
  virtual const void *newest(int field) {
    (void)field;
    return nullptr;
  }
  /// Sets `place` to the address and the pitches of a field at `level`.
  virtual Status view(int field, int level, device::Place &place) = 0;
  /// Waits for all time steps. Returns their error, if any.
  virtual Status synchronize(Stream stream) = 0;
  /// Makes the next time steps use the kernels of another program, the first argument. The second
  /// argument is the number of steps that will follow. Fails if the engine cannot change kernels,
  /// or if fields or parameters differ.
  virtual Status hotSwap(const ProgramDescription &, std::int64_t, Stream) {
    return Status::invalid("this run continues with its first kernels");
  }
  /// Returns the rates of the timed kernel variants, fastest first. The list is empty if none was
  /// timed.
  virtual std::vector<TriedKernel> triedKernels() const { return {}; }

  virtual std::uint64_t hostBytes() const { return 0; }
  /// Returns whether run() itself reports progress through onProgress(). All steps can then be
  /// computed in one call.
  virtual bool reportsProgress() const { return false; }
  /// Returns whether the whole domain is in device memory. Device memory bandwidth then bounds the
  /// rate.
  virtual bool restsOnDevice() const { return true; }
  /// Returns the number of time steps that take hardly longer than one: out of core, those of one
  /// traversal (a pass of all planes through the device).
  virtual std::int64_t stepsAtOnce() const { return 1; }
  /// Returns the bytes copied from the host to the device so far. bytesOut() returns those copied
  /// back.
  virtual double bytesIn() const { return 0; }
  virtual double bytesOut() const { return 0; }
  /// Returns the files that hold the domain, or null if it is in memory.
  virtual DomainFiles *files() { return nullptr; }
  /// Returns how the domain is divided among devices, or null if the program is not compiled for
  /// that.
  virtual const DividedRun *divided() const { return nullptr; }
  /// Returns the devices that the domain passes through in sequence. Without such a sequence the
  /// count is 1.
  virtual ChainedRun chained() const { return {}; }
  /// Returns the numbers of the GPUs that the user chose for this process. It is empty for the
  /// current one.
  std::vector<int> gpus() const;
  /// Returns the processes that share the domain, or null for one process. With several, all of
  /// them must call every function that copies cells, runs or reduces.
  virtual Ranks *ranks() const { return nullptr; }
  /// Returns the value of `mine` in process 0, to all processes. It is for decisions that depend on
  /// the clock or the files of process 0. All processes must call it.
  std::int64_t fromRoot(std::int64_t mine) const;
  /// Sets [`begin`, `end`) to the planes of part `number` of the domain, and `device` to its
  /// device. The device is -1 if it has no number or belongs to another process. Each pointer may
  /// be null. An undivided domain has one part.
  Status part(int number, Int64 *begin, Int64 *end, int *device) const;
  /// Sets a function that is called during run(). `stepsDone` is the work done so far in time
  /// steps, as a fractional number.
  void onProgress(void (*function)(void *user, double stepsDone, const std::string &what),
                  void *user) {
    progress = function;
    progressUser = user;
  }
  const OutOfCoreStart &startTimes() const { return start; }

protected:
  OutOfCoreStart start;
  void (*progress)(void *user, double stepsDone, const std::string &what) = nullptr;
  void *progressUser = nullptr;
};

/// Creates the engine for which `program` was compiled: for a domain in device memory, out of core,
/// or divided among devices. Segments will have at most `longestSegment` time steps.
std::unique_ptr<Engine> makeEngine(const ProgramDescription &program, Device &device,
                                   std::int64_t longestSegment);

} // namespace stencilc::inline STENCILC_SPACE
