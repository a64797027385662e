/// \file What an instance asks of the engine that streams its domain (stream/StreamEngine.h), for
/// programs that have one.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Platform.h"
#include "stencilc/Status.h"

namespace stencilc {

struct StreamLimits {
  std::uint64_t device = 0, host = 0; // bytes; 0: what is free
  std::uint64_t rowPitch = 0;         // as makeLayout takes it
  std::int64_t steps = 0;             // of a run, if that is known
  bool checksums = false;             // of planes while they rest on the host
  const char *scratch = nullptr;      // folder for the domain in files, or null: no files
  bool mustUseFiles = false;          // also where host memory would do
  bool resume = false;                // go on with what is in the folder
};
/// What kernels are tried with before the plan is made.
struct StreamTrial {
  const void *uniforms = nullptr;      // null: they are not tried
  const double *parameters = nullptr;  // for initial values
  bool isWanted = STENCILC_WORLD_CUDA; // elsewhere plans should not depend on the machine's mood
};

/// What a streamed run took before its first step.
struct StreamStart {
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

/// Holds the fields of an instance on the host and passes them through the device.
class StreamEngine {
public:
  virtual ~StreamEngine() = default;
  /// Decides how; what it allocates to measure with is gone again. What was decided is in text()
  /// then.
  virtual Status plan(const std::int64_t (&extents)[3], const StreamLimits &limits,
                      const StreamTrial &trial) = 0;
  virtual Status allocate() = 0;
  virtual std::string text() const = 0;
  /// Sets all fields to their initial values.
  virtual Status reset(const double *parameters) = 0;
  /// Does `steps` time steps; fewer if `stop` becomes true: then those of whole passes. `done` is
  /// how many.
  virtual Status run(std::int64_t steps, const void *uniforms, const volatile bool *stop,
                     std::int64_t &done) = 0;
  /// Copies `count` cells from cell `first` of a field at `level`, whole rows or in one row.
  virtual Status cells(int field, int level, std::int64_t first, std::int64_t count,
                       unsigned char *cells, bool in) = 0;
  virtual std::uint64_t deviceBytes() const = 0;
  virtual std::uint64_t hostBytes() const = 0;
  /// Bytes copied to the device and back so far.
  virtual double bytesIn() const = 0;
  virtual double bytesOut() const = 0;
  /// Null where the domain rests in memory.
  virtual DomainFiles *files() { return nullptr; }
  /// Called with the share of the steps of a run that are done.
  void onProgress(void (*function)(void *user, double stepsDone, const std::string &what),
                  void *user) {
    progress = function;
    progressUser = user;
  }

  const StreamStart &startTimes() const { return start; }

protected:
  StreamStart start;
  void (*progress)(void *user, double stepsDone, const std::string &what) = nullptr;
  void *progressUser = nullptr;
};

} // namespace stencilc
