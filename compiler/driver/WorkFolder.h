/// \file Folders for what is being made: gone when they are no longer needed, however the process
/// ends.
#pragma once

#include "support/Diagnostics.h"
#include <string>

namespace stencilc::driver {

/// A folder of this process alone (mode 0700), removed with all in it by the destructor; by the
/// handler of signals; by the guard of a program under way where this process is killed; and what
/// is left then, by the next process that makes one.
class WorkFolder {
public:
  /// In the cache, where it can be renamed to what is kept; beside it where that is not possible.
  /// `failed()` says why there is none.
  WorkFolder();
  /// The folder `path`, which is there.
  explicit WorkFolder(const std::string &path);
  ~WorkFolder();
  WorkFolder(const WorkFolder &) = delete;
  WorkFolder &operator=(const WorkFolder &) = delete;

  const std::string &path() const { return folder; }
  std::string file(const std::string &name) const { return folder + "/" + name; }
  /// Why there is no folder; empty if there is one.
  const std::string &failed() const { return error; }
  /// From now on it may be renamed to what is kept, and used there. To be called under a CacheLock.
  void release() const;
  /// Reports that there is none.
  bool isThere(Diagnostics &diags) const;

private:
  void remember();

  std::string folder, error;
  mutable int handle = -1; // locked while the folder is in use
  int place = -1;          // in the table of all
};

/// Removes a file or folder with all in it; links are removed, not followed. May be called by a
/// signal handler, and between fork and exec.
void removeTree(const char *path);

/// Removes all folders of this process. May be called as removeTree.
void removeWorkFolders();

} // namespace stencilc::driver
