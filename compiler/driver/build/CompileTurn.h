/// \file The turn to compile an entry of the build cache: several processes that need the same
/// program compile it once.
#pragma once

#include "driver/process/WorkFolder.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// An exclusive lock on the compilation of one entry of the build cache. The lock is a file among
/// the work folders that holds the number of the process. The system releases it when the process
/// ends, however it ends. On file systems without locks it has no effect.
class CompileTurn {
public:
  /// Takes the lock for the entry `key`. Waits while another process or thread compiles the entry,
  /// but not for a stopped process.
  explicit CompileTurn(const std::string &key);
  ~CompileTurn();
  CompileTurn(const CompileTurn &) = delete;
  CompileTurn &operator=(const CompileTurn &) = delete;

  /// Returns true if the constructor has waited for another process or thread. The cache may have
  /// the entry then.
  bool hasWaited() const { return waited; }

private:
  bool take();

  std::string path;
  std::optional<WorkFolder> file; // removes the lock file, also if a signal ends the process
  int handle = -1;                // of the lock file; -1: not locked
  bool waited = false;
};

} // namespace stencilc::driver
