/// \file Snapshots during a run: finds the steps to save, copies cells from the engine, and passes
/// them to a thread that writes files.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/core/stepping/Engine.h"
#include "runtime/parts/save/SaveThread.h"

namespace stencilc::inline STENCILC_SPACE {

/// Statistics of a file that a run saved to.
struct SaveResult {
  std::string path;
  std::int64_t times = 0, last = 0; // snapshots of this run; step of the last one
  double bytes = 0;                 // uncompressed
};

/// Numbers of time steps before and during a run. From these numbers follows which snapshots (saved
/// steps) an existing file must already contain if the run continues it.
struct SaveStart {
  std::int64_t before = 0; // steps before the run, option --first-step
  std::int64_t done = 0;   // steps that an earlier, interrupted part of the run has saved
  std::int64_t steps = 0;  // steps that follow; 0: not known
};

/// Copies the cells that `file` saves from the fields of `engine` to `snapshot`, an array of
/// file.snapshotBytes() bytes: one array after the other. The memory may be that of the device if
/// the fields are there. `last` is the stream of the last time steps. Waits for them and for the
/// copy.
Status copySnapshot(Engine &engine, const SavedFile &file, unsigned char *snapshot, Stream last);
/// Writes the current state of `instance` to the only file of `plan`, as a series with one
/// snapshot. Waits for enqueued time steps. The file has its final name on return. Files that runs
/// save to do not change.
Status writeSnapshot(SavePlan plan, Instance &instance);

/// Saves fields of a simulation to files during a run: knows the files and their intervals, copies
/// the cells, and has a thread that writes.
class Saves final : public Part {
public:
  /// Returns the object that saves fields of the simulation `instance`. The first call for a
  /// simulation creates the object, without files.
  static Saves &of(Instance &instance);
  /// Returns the object that saves fields of the simulation `instance`. Returns null if no save was
  /// ever requested for it.
  static Saves *find(const Instance &instance) {
    return static_cast<Saves *>(instance.parts().find(&theKind));
  }

  explicit Saves(Device &device) : device(device) {}
  ~Saves() override;

  /// Opens the files of the plan `wanted` and starts the thread that writes them. `from` has the
  /// numbers of steps done before; if the run is resumed, its files are continued. Adds messages
  /// for the user to `notes`. Fails if a file cannot be written.
  Status start(SavePlan wanted, const SaveStart &from, std::vector<std::string> &notes);
  bool areWanted() const { return !plan.files.empty(); }

  const void *kind() const override { return &theKind; }
  /// Opens the files of the plan that promise() has stored, if there is one. The first call that
  /// finds open files also saves the initial state, unless time steps have been done before.
  Status begin(const RunPoint &point, std::int64_t end) override;
  std::int64_t next(std::int64_t step) const override { return plan.next(step); }
  std::int64_t interval() const override { return next(0); }
  /// Saves fields after the current time step, to those files whose interval divides its number.
  /// Waits for the time step, and for a free buffer if the writing thread is slower.
  Status happen(const RunPoint &point) override;
  /// Waits until all snapshots taken so far are on disk.
  Status drain();
  /// Waits until the writing thread is done, and completes all files under temporary names.
  /// commit() must follow.
  Status finish();
  /// Gives the completed files their final names. Later steps are not saved.
  Status commit();
  /// Waits for the thread that writes, completes all files, and gives them their final names. Also
  /// removes the save requests that came from the C interface.
  Status end() override;
  /// Returns the save requests from the C interface, which the caller may change. The files are
  /// opened at the first step of the next run.
  std::vector<SaveRequest> &requested() { return asked; }
  /// Stores the plan `wanted` for the save requests from the C interface. The next begin() opens
  /// its files. `from` has the numbers of time steps before the run, already saved, and to be
  /// computed.
  void promise(SavePlan wanted, const SaveStart &from) {
    promised = std::move(wanted);
    promisedFrom = from;
  }

  const std::vector<SaveResult> &results() const { return told; }
  /// Returns the seconds for which time steps had to wait, because a snapshot was being copied or
  /// all buffers were in use.
  double secondsWaited() const { return waited; }
  /// Returns the seconds that finish() has spent after the last time step, to write the remaining
  /// snapshots and complete the files.
  double secondsAtEnd() const { return atEnd; }

private:
  static constexpr char theKind = 0;
  Status openFiles(const SaveStart &from, std::vector<std::string> &notes);
  Status copy(Engine &engine, const SavedFile &file, SnapshotBuffer &buffer, Stream last);
  Status eachFile(bool (SeriesFile::*act)());

  Device &device;
  SavePlan plan, promised;
  SaveStart promisedFrom;
  std::vector<SaveRequest> asked;
  std::vector<std::unique_ptr<SeriesFile>> files; // in the order of `plan.files`
  std::vector<SaveResult> told;
  std::unique_ptr<SaveThread> thread;
  unsigned char *staging = nullptr; // GPU copy of a snapshot, copied to the host during later steps
  SnapshotBuffer *fromStaging = nullptr; // buffer that was last copied from `staging`
  bool hasBegun = false;
  bool isAnothers = false; // another process writes the files; this one only copies cells
  double waited = 0, atEnd = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
