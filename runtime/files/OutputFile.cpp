/// \file Writes a result file under a temporary name, and renames it when it is complete.
#include "runtime/files/OutputFile.h"
#include "runtime/core/support/Text.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

bool OutputFile::open(const std::string &path, std::uint64_t bytes, bool mayBeNameless) {
  discard();
  message.clear();
  wanted = path;
  if (isAnothers)
    return true;
  struct stat status;
  if (path.empty())
    return fail("an output file needs a name", 0);
  if (stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode))
      return fail("is a folder; give a file name in it", 0);
    if (!S_ISREG(status.st_mode)) {
      descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      direct = true;
      return descriptor >= 0 || fail("cannot be opened for writing", errno);
    }
  }
  // A symbolic link is kept: the file that it points to is replaced.
  if (char *real = realpath(path.c_str(), nullptr)) {
    target = real;
    std::free(real);
  } else {
    target = path;
  }
  const std::size_t slash = target.rfind('/');
  folder = slash == std::string::npos ? "." : slash == 0 ? "/" : target.substr(0, slash);
  if (!hasRoom(bytes))
    return false;
  if (mayBeNameless)
    descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  nameless = descriptor >= 0;
  if (!nameless)
    descriptor = ::open(nextName().c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  return descriptor >= 0 || fail("cannot be created", errno);
}

bool OutputFile::hasRoom(std::uint64_t bytes) {
  struct statvfs space;
  if (statvfs(folder.c_str(), &space) != 0)
    return fail(errno == ENOENT ? "its folder does not exist; create it first"
                                : "its folder cannot be used",
                errno == ENOENT ? 0 : errno);
  const double have = static_cast<double>(space.f_bavail) * static_cast<double>(space.f_frsize);
  if (space.f_blocks > 0 && have < static_cast<double>(bytes))
    return fail("not enough space: need " + formatBytes(static_cast<double>(bytes)) + ", have " +
                    formatBytes(have) + "; free some or write elsewhere",
                0);
  return true;
}

bool OutputFile::write(const void *data, std::size_t size) {
  const char *next = static_cast<const char *>(data);
  while (size > 0 && !isAnothers) {
    const ssize_t written = ::write(descriptor, next, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return fail("cannot be written", errno);
    next += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool OutputFile::adopt(const std::string &existing) {
  const std::string before = temporary;
  if (direct || linkat(AT_FDCWD, existing.c_str(), AT_FDCWD, nextName().c_str(), 0) != 0) {
    temporary = before;
    return false;
  }
  if (!before.empty())
    unlink(before.c_str());
  close(descriptor);
  descriptor = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
  nameless = false;
  return descriptor >= 0;
}

bool OutputFile::finish() {
  if (!isAnothers && !direct && fsync(descriptor) != 0)
    return fail("cannot be written", errno);
  return true;
}

bool OutputFile::commit() {
  if (isAnothers)
    return true;
  if (!direct) {
    if (nameless) {
      const std::string self = format("/proc/self/fd/%d", descriptor);
      if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, nextName().c_str(), AT_SYMLINK_FOLLOW) != 0)
        return fail("cannot be named", errno);
      nameless = false;
    }
    if (rename(temporary.c_str(), target.c_str()) != 0)
      return fail("cannot be named", errno);
  }
  temporary.clear(); // the file is the result now
  if (close(std::exchange(descriptor, -1)) != 0)
    return fail("cannot be closed", errno);
  return true;
}

const std::string &OutputFile::nextName() {
  const std::size_t slash = target.rfind('/');
  const std::string name = slash == std::string::npos ? target : target.substr(slash + 1);
  const std::string stem = folder + "/." + name.substr(0, 200) + format(".%ld-", long(getpid()));
  struct stat status;
  int number = 0;
  do
    temporary = stem + format("%d.tmp", number++);
  while (lstat(temporary.c_str(), &status) == 0);
  return temporary;
}

bool OutputFile::fail(const std::string &what, int code) {
  message = "'" + wanted + "': " + what;
  if (code == ENOSPC || code == EDQUOT)
    message += ": the disk is full; free some space or write elsewhere";
  else if (code == EFBIG)
    message += ": larger than this file system or the limit of this session (ulimit -f) allows";
  else if (code)
    message += std::string(": ") + std::strerror(code);
  discard();
  return false;
}

void OutputFile::discard() {
  if (descriptor >= 0)
    close(std::exchange(descriptor, -1));
  if (!temporary.empty())
    unlink(temporary.c_str());
  temporary.clear();
  nameless = direct = false;
}

} // namespace stencilc::inline STENCILC_SPACE
