/// \file Locks, copies and renames files that have a temporary name while a run writes them.
#include "runtime/files/PartFile.h"
#include "runtime/core/support/Text.h"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

std::string writeErrorText(int code) {
  if (code == ENOSPC || code == EDQUOT)
    return "the disk is full; free some space or write elsewhere";
  if (code == EFBIG)
    return "larger than this file system or the limit of this session (ulimit -f) allows";
  return code ? std::strerror(code) : "";
}

PartFile::~PartFile() {
  if (lock < 0)
    return;
  if (!isKept)
    unlink(temporary.c_str());
  close(lock);
}

bool PartFile::fail(const std::string &what, int code) {
  message = "'" + wanted + "': " + what + (code ? ": " + writeErrorText(code) : "");
  return false;
}

/// Returns `path` with its symbolic links resolved, or `path` itself if the file does not exist.
static std::string behindLinks(const std::string &path) {
  char *const real = realpath(path.c_str(), nullptr);
  std::string behind = real ? real : path;
  std::free(real);
  return behind;
}

std::string PartFile::partOf(const std::string &path) { return behindLinks(path) + ".part"; }

bool PartFile::claim(const std::string &path, std::uint64_t bytes) {
  wanted = path;
  struct stat status;
  if (path.empty() || path.back() == '/')
    return fail("is a folder; give a file name in it");
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return fail(S_ISDIR(status.st_mode) ? "is a folder; give a file name in it"
                                        : "is not a regular file, which a series needs");
  whole = behindLinks(path); // a link is kept, and its target replaced
  temporary = partOf(path);
  struct stat before;
  isKept = lstat(temporary.c_str(), &before) == 0;
  const std::size_t slash = whole.rfind('/');
  if (!hasRoom(slash == std::string::npos ? "." : whole.substr(0, slash + 1), bytes))
    return false;
  if (isKept && !(S_ISREG(before.st_mode) && before.st_uid == geteuid() && before.st_nlink == 1))
    return fail("its unfinished file '" + temporary +
                "' is a link, belongs to another user, or is not a regular file; remove it, or "
                "save elsewhere");
  // O_NOFOLLOW, because another user of the folder may create a link of this name at any time.
  lock = ::open(temporary.c_str(),
                O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isKept ? O_NONBLOCK : O_CREAT | O_EXCL), 0666);
  if (lock < 0)
    return fail("cannot be created", errno);
  // HDF5 uses another kind of lock (flock). With this kind, readers may open the file while it
  // grows.
  struct flock all = {};
  all.l_type = F_WRLCK;
  if (fcntl(lock, F_OFD_SETLK, &all) == 0 || (errno != EAGAIN && errno != EACCES))
    return true;
  close(lock);
  lock = -1;
  return fail("another run is writing it, as '" + temporary + "'; give each its own file");
}

bool PartFile::hasRoom(const std::string &folder, std::uint64_t bytes) {
  struct statvfs space;
  if (statvfs(folder.c_str(), &space) != 0)
    return errno == ENOENT ? fail("its folder does not exist; create it first")
                           : fail("its folder cannot be used", errno);
  const double have = static_cast<double>(space.f_bavail) * static_cast<double>(space.f_frsize);
  if (space.f_blocks == 0 || have >= static_cast<double>(bytes))
    return true;
  return fail("not enough space: need " + formatBytes(static_cast<double>(bytes)) + ", have " +
              formatBytes(have) + "; free some, save less often or write elsewhere");
}

bool PartFile::copyWhole() {
  const int from = ::open(whole.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (from < 0 || fstat(from, &status) != 0 || ftruncate(lock, 0) != 0)
    return fail("cannot be copied", errno);
  off_t at = 0, to = 0;
  bool fine = true;
  while (fine && at < status.st_size) {
    ssize_t copied =
        copy_file_range(from, &at, lock, &to, static_cast<std::size_t>(status.st_size - at), 0);
    if (copied < 0 && (errno == EXDEV || errno == EINVAL || errno == ENOSYS)) {
      char buffer[1 << 16];
      copied = pread(from, buffer, sizeof buffer, at);
      if (copied > 0 && pwrite(lock, buffer, static_cast<std::size_t>(copied), to) != copied)
        copied = -1;
      at += std::max<ssize_t>(copied, 0);
      to = at;
    }
    fine = copied > 0;
  }
  const int code = errno;
  close(from);
  return fine || fail("cannot be copied", code);
}

bool PartFile::sync() { return fsync(lock) == 0 || fail("cannot be written", errno); }

bool PartFile::commit() {
  if (rename(temporary.c_str(), whole.c_str()) != 0)
    return fail("cannot be named", errno);
  isKept = true;
  return true;
}

} // namespace stencilc::inline STENCILC_SPACE
