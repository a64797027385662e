/// \file The cache folder of the tool: its location, its safety checks and its lock.
///
/// The tool executes programs that lie in this folder, so no other user may be able to write to it.
/// The folder belongs to the user, is no symbolic link, and has mode 0700.
#pragma once

#include "support/Diagnostics.h"
#include <string>
#include <sys/stat.h>

namespace stencilc::driver {

/// Returns the cache folder: STENCILC_CACHE, else XDG_CACHE_HOME/stencilc, else ~/.cache/stencilc,
/// else stencilc-UID in the folder of temporary files. If that folder is not private or not
/// writable, a new temporary folder replaces it until the process ends. The result is empty if no
/// folder can be made.
const std::string &cacheFolder();

/// The cache folder that should be used, and the reason why it is not used. Both are empty if it is
/// used.
struct CacheProblem {
  std::string wanted, reason;
};
CacheProblem cacheProblem();

/// Reports that a temporary folder is used in place of the cache folder. Does nothing if the cache
/// folder is used, or if the replacement has been reported already.
void reportCacheFolder(Diagnostics &diags);

/// Writes a small file to `folder` as a test. Returns the reason if that fails, otherwise an empty
/// string.
std::string writeProblem(const std::string &folder);

/// Returns the folder in which programs are built and stored. It is the cache folder, or a
/// temporary folder that replaces it after a failed write.
const std::string &buildFolder();

/// Replaces the build folder `left`, to which a write has failed, by a new temporary folder, and
/// reports the error text `reason`. The new folder is removed when the process ends. Returns true
/// if builds no longer use `left`. Returns false if no folder can be made, or if `left` is a
/// temporary folder already.
bool leaveCacheFolder(const std::string &left, const std::string &reason, Diagnostics &diags);

/// Returns the folder of temporary files: TMPDIR, or /tmp.
std::string temporaryFolder();

/// Names inside the cache folder: `.work` holds the work folders of running processes, and `.lock`
/// is the file that is locked.
inline constexpr const char *kWorkFolders = ".work", *kLockFile = ".lock";

/// An exclusive lock on the folder of built programs. While it is held, no other process creates,
/// renames or removes entries there. It must be held only for short operations. On file systems
/// without locks it has no effect.
class CacheLock {
public:
  /// Takes the lock. Waits at most 5 s for another process to release it, because a process that
  /// holds it longer probably hangs.
  CacheLock();
  ~CacheLock();
  CacheLock(const CacheLock &) = delete;
  CacheLock &operator=(const CacheLock &) = delete;

  /// Returns true if this object did not get the lock, because another process holds it. The caller
  /// must not change the folder then.
  bool isBusy() const { return busy; }

private:
  int handle;
  bool busy = false;
};

/// Treatment of a folder that exists already. `Close` sets its mode to 0700. `Check` changes
/// nothing, and fails if other users can enter the folder. Both fail if other users can write to
/// it.
enum class IfThere { Close, Check };
/// Creates the folder `path` with mode 0700 for the current user; its parent must exist. An
/// existing folder is treated as `ifThere` says. Returns the reason of a failure, or an empty
/// string.
std::string makePrivate(const std::string &path, IfThere ifThere = IfThere::Close);

/// Returns true if the file or folder with this `status` belongs to the current user and no other
/// user can write to it.
bool isOnlyOurs(const struct stat &status);

} // namespace stencilc::driver
