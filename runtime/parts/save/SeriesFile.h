/// \file A series of snapshots: one HDF5 file, or one .npy file for each saved step.
#pragma once

#include "runtime/parts/save/SavePlan.h"
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// File, or set of files, for the snapshots of a run. Calls come in this order: open() or goOn(),
/// append() for each snapshot, finish(), commit(). Functions return false after setting error().
/// Only one thread at a time may call them.
class SeriesFile {
public:
  virtual ~SeriesFile() = default;
  const std::string &error() const { return message; }

  /// Starts a new series of snapshots. Returns false after setting error(), also for errors that
  /// can be detected in advance, such as a full disk.
  virtual bool open() = 0;
  /// Continues the series of snapshots of an earlier run. It must contain the time steps in
  /// `expected`; snapshots after them are dropped. If there is no file, starts a new series and
  /// sets `note` for the user. Returns false after setting error().
  virtual bool goOn(const std::vector<std::int64_t> &expected, std::string &note) = 0;
  /// Appends the snapshot after step `step`: the arrays of the file, one after the other in
  /// `snapshot`. Rows include all cells between the first and the last saved one, even if only
  /// every n-th cell is saved. The call may change the contents of `snapshot`. Returns false after
  /// setting error().
  virtual bool append(std::int64_t step, unsigned char *snapshot) = 0;
  /// Waits until all appended snapshots are on disk. Returns false after setting error().
  virtual bool sync() = 0;
  /// Completes the file on disk under its temporary name. Returns false after setting error().
  virtual bool finish() = 0;
  /// Gives the completed file its final name. An existing file is replaced. Returns false after
  /// setting error().
  virtual bool commit() = 0;

protected:
  bool fail(std::string text) {
    message = std::move(text);
    return false;
  }

private:
  std::string message;
};

/// Creates the series that `file` describes. `helpers` threads convert and compress while another
/// thread appends. `run` and `file` must outlive the result.
std::unique_ptr<SeriesFile> makeSeriesFile(const SavedRun &run, const SavedFile &file, int helpers);

} // namespace stencilc::inline STENCILC_SPACE
