/// \file Where snapshots go, one step after the other: an HDF5 file, or a .npy file for each.
#pragma once

#include "stencilc/save/SavePlan.h"
#include <memory>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The order of calls is open, or goOn, then append ..., finish, commit; each returns false after
/// setting error(). Calls come from one thread at a time.
class SeriesFile {
public:
  virtual ~SeriesFile() = default;
  const std::string &error() const { return message; }

  /// Begins anew. What can be refused is refused here.
  virtual bool open() = 0;
  /// Goes on with what an earlier run saved after the steps `expected`, none of which may be
  /// missing, and forgets what it saved behind them. Begins anew, and sets `note`, where there is
  /// nothing.
  virtual bool goOn(const std::vector<std::int64_t> &expected, std::string &note) = 0;
  /// The snapshot after step number `step`: the arrays of the file one behind the other, each with
  /// all cells along the first axis from its first to its last one.
  virtual bool append(std::int64_t step, unsigned char *snapshot) = 0;
  /// All that was appended is on disk.
  virtual bool sync() = 0;
  /// The file is whole and on disk; only the name is missing.
  virtual bool finish() = 0;
  /// Gives the file its name, replacing what had it.
  virtual bool commit() = 0;

protected:
  bool fail(std::string text) {
    message = std::move(text);
    return false;
  }

private:
  std::string message;
};

/// The file that `file` describes; `helpers` threads convert and compress beside the one that
/// appends. Both references must outlive it.
std::unique_ptr<SeriesFile> makeSeriesFile(const SavedRun &run, const SavedFile &file, int helpers);

} // namespace stencilc::inline STENCILC_SPACE
