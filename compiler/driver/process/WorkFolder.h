/// \file Temporary folders of a command, removed even if the process is killed.
#pragma once

#include "support/Diagnostics.h"
#include <string>
#include <unistd.h>

namespace stencilc::driver {

/// A temporary folder of this process (mode 0700). The destructor and the signal handler remove it
/// with all its files. If the process is killed, the guard process (Guard.h) or the next process
/// that makes such a folder removes it.
class WorkFolder {
public:
  /// Makes a temporary folder inside the cache, so that finished builds can be renamed into the
  /// cache. If that fails, makes it in the system's temporary folder. If both fail, `failed()`
  /// returns the reason.
  WorkFolder();
  /// Takes over the existing folder `path`: the destructor and the signal handler will remove it.
  explicit WorkFolder(const std::string &path);
  ~WorkFolder();
  WorkFolder(const WorkFolder &) = delete;
  WorkFolder &operator=(const WorkFolder &) = delete;

  const std::string &path() const { return folder; }
  std::string file(const std::string &name) const { return folder + "/" + name; }
  /// Returns the reason why the temporary folder could not be made. The result is empty if the
  /// folder exists.
  const std::string &failed() const { return error; }
  /// Releases the file lock that tells other processes that this temporary folder is in use. Call
  /// it just before the folder is renamed into the cache. Precondition: the caller holds a
  /// CacheLock, the lock of the cache folder.
  void release() const;
  /// Returns true if the temporary folder could be made. Reports an error if not.
  bool isThere(Diagnostics &diags) const;

private:
  void remember();

  std::string folder, error;
  mutable int handle = -1; // locked (flock) while the folder is in use
  int place = -1;          // index in the table of all folders of the process; -1: none
  pid_t maker = getpid();  // a copy of the process (fork) does not remove the folder
};

/// Removes the file or folder `path` with everything in it. Symbolic links are removed, not
/// followed. Async-signal-safe: signal handlers may call it, and so may code between fork and exec.
void removeTree(const char *path);

/// Removes all temporary folders of this process. Async-signal-safe.
void removeWorkFolders();

} // namespace stencilc::driver
