/// \file What an instance asks of the engine that holds its fields and does its steps.
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

struct OutOfCoreLimits {
  std::uint64_t device = 0, host = 0; // bytes; 0: what is free
  std::uint64_t rowPitch = 0;         // as makeLayout takes it
  std::int64_t steps = 0;             // of a run, if that is known
  bool checksums = false;             // of planes while they rest on the host
  const char *scratch = nullptr;      // folder for the domain in files, or null: no files
  bool mustUseFiles = false;          // also where host memory would do
  bool resume = false;                // go on with what is in the folder
};
/// What kernels are tried with before the plan is made.
struct OutOfCoreTrial {
  const Scalars *scalars = nullptr;   // null: they are not tried
  const double *parameters = nullptr; // for initial values
  bool isWanted = false;              // elsewhere plans do not depend on the machine's mood
};

/// What a streamed run took before its first step.
struct OutOfCoreStart {
  double plan = 0, memory = 0, values = 0; // seconds; with what was measured, touched and pinned
};

/// The domain of an instance, where it rests in files.
class DomainFiles {
public:
  virtual ~DomainFiles() = default;
  /// Reads a field at t-age from a .npy file, whose cells begin at `offset` and have the field's
  /// type.
  virtual void adopt(int field, int age, const std::string &path, std::uint64_t offset) = 0;
  /// Writes files of fields that start from values which the program computes.
  virtual Status prepare() = 0;
  /// The .npy file that holds a field at t-age now.
  virtual std::string fileOf(int field, int age) const = 0;
  /// Whether that file is what an earlier run wrote, where nobody has looked since.
  virtual Status verify(int field, int age) = 0;
  /// Whether the file that holds a field now is as results are written, with one NaN only; reads it
  /// where that is not known, after a run that ended early. Sets `isFinite` if so.
  virtual bool isSettled(int field, int age, bool &isFinite) const = 0;
  /// The first NaN or infinity in a file that adopt() named, for people; empty if none was read.
  virtual const std::string &firstNotFinite() const = 0;
  /// The step that an interrupted run had come to; 0 if there was none.
  virtual std::int64_t resumedAt() const = 0;
  virtual const std::string &folder() const = 0;
  /// The results have been taken, and the files are of no use any more.
  virtual void discard() = 0;
  virtual double bytesRead() const = 0;
  virtual double bytesWritten() const = 0;
};

/// What a trial found of a kernel: `schedule` is its own, or the program's.
struct TriedKernel {
  const char *schedule;
  int steps;               // at once
  double updatesPerSecond; // of cells
};

/// A domain that goes through devices one after the other, as a summary tells it.
struct ChainedRun {
  std::vector<int> devices; // their numbers; none on the host
  int count = 1;
  double handedBytes = 0; // from one device to the next, so far
};

/// Rows of a field: `span` cells from `first[0]` on, in `count[0]` rows of `count[1]` planes, each
/// `by` of them behind the one before.
struct CellRows {
  std::int64_t first[3] = {0, 0, 0};
  std::int64_t span = 1;
  std::int64_t count[2] = {1, 1}, by[2] = {1, 1};
  std::size_t cellBytes = 8;
};

class Ranks;

/// What an engine is planned for.
struct EngineRequest {
  std::int64_t extents[3] = {1, 1, 1};
  OutOfCoreLimits limits;
  OutOfCoreTrial trial;
  void *memory = nullptr; // device memory of the caller, which some engines refuse
  std::size_t memoryBytes = 0;
  DeviceChoice devices;        // for engines that divide the domain; none: one, the current
  Ranks *ranks = nullptr;      // the processes that share the domain; null: this one alone
  bool onlyFirstReads = false; // cells that are copied out are for the first of them alone
};

/// Steps up to a moment at which all cells are asked for.
class Receivers;
struct Segment {
  std::int64_t steps = 0;
  bool endsSingle = false;             // the last is a step of its own
  Scalars *scalars = nullptr;          // of the run; surveys of its steps add to them
  std::int64_t stepsBefore = 0;        // done before the first of them
  Stream stream = nullptr;             // that they are enqueued on
  Receivers *recorded = nullptr;       // take what kernels record for them after each launch
  const volatile bool *stop = nullptr; // if it becomes true, the engine may do fewer
};

/// Holds the fields of an instance, and does steps.
class Engine {
public:
  virtual ~Engine() = default;
  /// Whether kernels are tried before or during a run; `wanted`: what was asked for, if anything.
  virtual bool triesKernels(std::optional<bool> wanted) const = 0;
  /// Decides where everything goes; what it allocates to measure with is gone again.
  virtual Status plan(const EngineRequest &request) = 0;
  /// Device bytes that it will hold, once it is planned.
  virtual std::uint64_t deviceBytes() const = 0;
  /// How the domain is streamed, for people; empty if it is not.
  virtual std::string text() const { return ""; }
  virtual Status allocate() = 0;
  virtual const Grid &grid() const = 0;
  /// Sets all fields to their initial values.
  virtual Status reset(const double *parameters) = 0;
  /// Does or enqueues steps; `done` is how many.
  virtual Status run(const Segment &segment, std::int64_t &done) = 0;
  /// Does what a check reduces, after the steps so far; waits.
  virtual Status reduce(const CheckDescription &check, const Segment &segment,
                        std::vector<double> &results) = 0;
  /// Copies a whole field at `level` to or from memory of the caller's; waits for the steps before.
  virtual Status copy(int field, int level, const device::Place &cells, const device::Box &box,
                      bool in, Stream stream) = 0;
  /// Copies `count` cells from cell `first` of a field at `level`, whole rows or in one row.
  virtual Status cells(int field, int level, std::int64_t first, std::int64_t count,
                       unsigned char *cells, bool in, Stream stream) = 0;
  /// Copies rows of a field at `level` out, to packed `cells` of the host, or of the device where
  /// the field rests there; waits for the steps before and for the copy.
  virtual Status rows(int field, int level, const CellRows &rows, unsigned char *cells,
                      Stream stream);
  /// The first cell of a field at t where all of the field lies on the device, for those who only
  /// read; null elsewhere.
  virtual const void *newest(int field) {
    (void)field;
    return nullptr;
  }
  /// Where a field lies at a level.
  virtual Status view(int field, int level, device::Place &place) = 0;
  /// Waits for all steps, and reports what failed in them.
  virtual Status synchronize(Stream stream) = 0;
  /// The steps from now on, of which `stepsLeft` are known to follow, are done by the kernels of
  /// `other`. Waits for those before; refuses kernels that do not go with its fields.
  virtual Status goOver(const ProgramDescription &, std::int64_t, Stream) {
    return Status::invalid("this run keeps the kernels it has begun with");
  }
  /// What a trial of the kernels found, the fastest first; nothing if there was none.
  virtual std::vector<TriedKernel> triedKernels() const { return {}; }

  virtual std::uint64_t hostBytes() const { return 0; }
  /// Whether run() tells onProgress() how far it is, so that it may be asked for all steps at once.
  virtual bool tellsProgress() const { return false; }
  /// Whether all of the domain rests on the device, whose memory then bounds the rate.
  virtual bool restsOnDevice() const { return true; }
  /// Steps that take no longer than one, or not much: those of a traversal.
  virtual std::int64_t stepsAtOnce() const { return 1; }
  /// Bytes copied to the device and back so far.
  virtual double bytesIn() const { return 0; }
  virtual double bytesOut() const { return 0; }
  /// Null where the domain rests in memory.
  virtual DomainFiles *files() { return nullptr; }
  /// Null where the program is not for several devices.
  virtual const DividedRun *divided() const { return nullptr; }
  /// One device, where the domain does not go through several.
  virtual ChainedRun chained() const { return {}; }
  /// The numbers of the GPUs that this process was asked to use; none: the current one.
  std::vector<int> gpus() const;
  /// The processes that share the domain; null: this one alone. What reads or writes cells, runs
  /// or reduces is then called by all of them.
  virtual Ranks *ranks() const { return nullptr; }
  /// Where processes share the domain: what the first of them says, whose clock and whose files
  /// count. All of them call it.
  std::int64_t ofFirst(std::int64_t mine) const;
  /// The planes of a part of the domain and its device, -1 where that has no number or is of
  /// another process; null is allowed. Where nothing is divided there is one part.
  Status part(int number, Int64 *begin, Int64 *end, int *device) const;
  /// Called with the share of the steps of a run that are done.
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

/// What `program` was compiled for: all of the domain on the device, or on the host or in files and
/// passed through it, or divided among devices. Segments have no more than `longestSegment` steps.
std::unique_ptr<Engine> makeEngine(const ProgramDescription &program, Device &device,
                                   std::int64_t longestSegment);

} // namespace stencilc::inline STENCILC_SPACE
