/// \file The folder of everything kept between two uses of the tool: found, checked, locked.
///
/// Programs that are run lie in it, so nobody else may be able to put any there: it belongs to the
/// user, is no link, and is open to nobody else (mode 0700).
#pragma once

#include "support/Diagnostics.h"
#include <string>
#include <sys/stat.h>

namespace stencilc::driver {

/// STENCILC_CACHE, else XDG_CACHE_HOME/stencilc, else ~/.cache/stencilc, else stencilc-UID where
/// temporary files are. Where that is not the user's alone or cannot be written to: a new folder
/// that goes when the process ends. Empty if there can be none at all.
const std::string &cacheFolder();

/// Where the cache's folder should be, and why it is not there; empty if it is.
struct CacheProblem {
  std::string wanted, reason;
};
CacheProblem cacheProblem();

/// The first time it is called, reports why the folder is another than it should be, if it is.
void reportCacheFolder(Diagnostics &diags);

/// Why nothing can be written to `folder`, tried with a small file; empty if it can be.
std::string writeProblem(const std::string &folder);

/// Where programs are built and kept: cacheFolder(), until that was left.
const std::string &buildFolder();

/// From now on buildFolder() is another than `left`: a new one that goes when the process ends, as
/// nothing more can be written to cacheFolder() for `reason`, which is reported. False if there can
/// be none, or if `left` is such a folder already.
bool leaveCacheFolder(const std::string &left, const std::string &reason, Diagnostics &diags);

/// Where temporary files are: TMPDIR, or /tmp.
std::string temporaryFolder();

/// Names in the folder: of work folders, and of the file that is locked.
inline constexpr const char *kWorkFolders = ".work", *kLockFile = ".lock";

/// A lock on buildFolder(): while one lives, no other process makes, renames or removes anything
/// there. For short work. Where files cannot be locked, nothing is locked.
class CacheLock {
public:
  /// Waits for other processes, 5 s at most: one that holds the lock longer is stopped or hangs.
  CacheLock();
  ~CacheLock();
  CacheLock(const CacheLock &) = delete;
  CacheLock &operator=(const CacheLock &) = delete;

  /// Whether another process still holds the lock; the caller must not change the folder then.
  bool isBusy() const { return busy; }

private:
  int handle;
  bool busy = false;
};

/// Makes the folder `path` if it is not there (its parents must be), for this user alone. One that
/// is there is closed to all others, or only checked: nobody else may write to it or enter it. What
/// is wrong with it, or an empty text.
enum class IfThere { Close, Check };
std::string makePrivate(const std::string &path, IfThere ifThere = IfThere::Close);

/// Whether a file or folder belongs to this user and nobody else may write to it.
bool isOnlyOurs(const struct stat &status);

} // namespace stencilc::driver
