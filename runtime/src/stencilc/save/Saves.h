/// \file What a run saves while it goes on: when something is due, how it comes from the engine,
/// and the thread that writes it.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/save/SaveThread.h"

namespace stencilc::inline STENCILC_SPACE {

/// A file that a run saves to, and what came of it.
struct SaveResult {
  std::string path;
  std::int64_t times = 0, last = 0; // how often by this run; the step of the last time
  double bytes = 0;                 // that were handed over, before they are compressed
};

/// Where the saves of a run begin.
struct SaveStart {
  std::int64_t before = 0; // steps done before the run, as --first-step counts them
  std::int64_t done = 0;   // steps done by earlier parts of the run, which saved them
  std::int64_t steps = 0;  // that will be done; 0: not known
};

class Saves {
public:
  explicit Saves(Device &device) : device(device) {}
  Saves(const Saves &) = delete;
  Saves &operator=(const Saves &) = delete;
  ~Saves();

  /// Another process writes the files; cells are asked for alone.
  void leaveToAnother() { isAnothers = true; }
  /// Opens the files; `notes` are for people. Refuses what cannot be written.
  Status start(SavePlan wanted, const SaveStart &from, std::vector<std::string> &notes);
  bool areWanted() const { return !plan.files.empty(); }

  /// Steps from step number `number` to the next one after which something is due.
  std::int64_t stepsToNext(std::int64_t number) const { return plan.stepsToNext(number); }
  /// Takes the state before the first step, once, unless steps were done before.
  Status begin(Engine &engine, std::int64_t number, Stream last);
  /// Takes what is due after step number `number`; `last` is the stream of the steps before. Waits
  /// for them, and for the thread where that is behind.
  Status take(Engine &engine, std::int64_t number, Stream last);
  /// Waits until all that was taken is on disk.
  Status drain();
  /// All files are whole, and on disk.
  Status finish();
  /// Gives them their names. Nothing is saved from now on.
  Status commit();
  /// Finishes and commits what is saved, and forgets what was asked for by calls.
  Status end();
  /// What calls have asked for, and is opened when the first step comes.
  std::vector<SaveRequest> &requested() { return asked; }
  /// Takes the plan for that; `from` is where it begins.
  void promise(SavePlan wanted, const SaveStart &from) {
    promised = std::move(wanted);
    promisedFrom = from;
  }

  const std::vector<SaveResult> &results() const { return told; }
  /// Seconds that steps waited for copies and buffers, and those behind the last step.
  double secondsWaited() const { return waited; }
  double secondsAtEnd() const { return atEnd; }

private:
  Status openFiles(const SaveStart &from, std::vector<std::string> &notes);
  Status copy(Engine &engine, const SavedFile &file, SnapshotBuffer &buffer, Stream last);
  Status eachFile(bool (SeriesFile::*act)());

  Device &device;
  SavePlan plan, promised;
  SaveStart promisedFrom;
  std::vector<SaveRequest> asked;
  std::vector<std::unique_ptr<SeriesFile>> files; // as plan.files
  std::vector<SaveResult> told;
  std::unique_ptr<SaveThread> thread;
  unsigned char *staging = nullptr;      // on a GPU: what buffers are copied from beside the steps
  SnapshotBuffer *fromStaging = nullptr; // the last that was
  bool hasBegun = false, isAnothers = false;
  double waited = 0, atEnd = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
