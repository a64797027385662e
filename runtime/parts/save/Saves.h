/// \file Snapshots during a run: finds the steps to save, copies cells from the engine, and passes
/// them to a thread that writes files.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/parts/save/SaveThread.h"

namespace stencilc::inline STENCILC_SPACE {

/// Statistics of a file that a run saved to.
struct SaveResult {
  std::string path;
  std::int64_t times = 0, last = 0; // snapshots of this run; step of the last one
  double bytes = 0;                 // uncompressed
};

/// Numbers of time steps before and during a run. They determine which snapshots its files must
/// already contain.
struct SaveStart {
  std::int64_t before = 0; // steps before the run, option --first-step
  std::int64_t done = 0;   // steps that an earlier, interrupted part of the run has saved
  std::int64_t steps = 0;  // steps that follow; 0: not known
};

class Saves {
public:
  explicit Saves(Device &device) : device(device) {}
  Saves(const Saves &) = delete;
  Saves &operator=(const Saves &) = delete;
  ~Saves();

  /// Declares that another process writes the files. This object then only copies the cells from
  /// the engine, which all processes must do together if they share the domain.
  void leaveToAnother() { isAnothers = true; }
  /// Opens the files of a plan and starts the thread that writes them. Adds messages for the user
  /// to `notes`. Fails if a file cannot be written.
  Status start(SavePlan wanted, const SaveStart &from, std::vector<std::string> &notes);
  bool areWanted() const { return !plan.files.empty(); }

  /// Returns the number of steps from step `number` to the next step after which any file is saved.
  std::int64_t stepsToNext(std::int64_t number) const { return plan.stepsToNext(number); }
  /// Prepares a run that continues after step `number`: opens the files of the plan that promise()
  /// has stored, if any. The first call that has files also saves the state before the first step,
  /// unless steps were done before.
  Status begin(Engine &engine, std::int64_t number, Stream last);
  /// Saves the state after step `number` to all files for which it is due. It waits for the steps
  /// in stream `last`, and for a free buffer if the writing thread is slower.
  Status take(Engine &engine, std::int64_t number, Stream last);
  /// Waits until all snapshots taken so far are on disk.
  Status drain();
  /// Waits until the writing thread is done, and completes all files under temporary names.
  /// commit() must follow.
  Status finish();
  /// Gives the completed files their final names. Later steps are not saved.
  Status commit();
  /// Waits for the thread that writes, completes all files, and gives them their final names. Also
  /// removes the save requests that came from the C interface.
  Status end();
  /// Returns the save requests from the C interface, which the caller may change. The files are
  /// opened at the first step of the next run.
  std::vector<SaveRequest> &requested() { return asked; }
  /// Stores a plan for the save requests from the C interface, and the step counts `from`. The next
  /// begin() opens its files.
  void promise(SavePlan wanted, const SaveStart &from) {
    promised = std::move(wanted);
    promisedFrom = from;
  }

  const std::vector<SaveResult> &results() const { return told; }
  /// Returns the seconds that time steps waited for copies and for free buffers.
  double secondsWaited() const { return waited; }
  /// Returns the seconds between the last step and the completion of the files.
  double secondsAtEnd() const { return atEnd; }

private:
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
  bool hasBegun = false, isAnothers = false;
  double waited = 0, atEnd = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
