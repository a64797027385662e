/// \file Reads and writes files without the page cache, or through the page cache if the file
/// system requires that.
#include "runtime/engines/stream/store/DirectFile.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

void DirectFile::close() {
  if (descriptor >= 0)
    ::close(std::exchange(descriptor, -1));
}

Status DirectFile::read(void *memory, std::uint64_t size, std::uint64_t offset,
                        std::uint64_t &got) {
  for (got = 0; got < size;) {
    const bool wasDirect = direct;
    const ssize_t now = pread(descriptor, static_cast<char *>(memory) + got, size - got,
                              static_cast<off_t>(offset + got));
    if (now < 0 && isToRepeat(errno, wasDirect))
      continue;
    if (now < 0)
      return failure("cannot be read", errno);
    if (now == 0)
      break;
    got += static_cast<std::uint64_t>(now);
    if (direct && got % kDirectUnit != 0)
      break; // the end of the file
  }
  if (!direct)
    posix_fadvise(descriptor, static_cast<off_t>(offset), static_cast<off_t>(size),
                  POSIX_FADV_DONTNEED);
  return {};
}

Status DirectFile::write(const void *memory, std::uint64_t size, std::uint64_t offset) {
  for (std::uint64_t done = 0; done < size;) {
    const bool wasDirect = direct;
    const ssize_t now = pwrite(descriptor, static_cast<const char *>(memory) + done, size - done,
                               static_cast<off_t>(offset + done));
    if (now < 0 && isToRepeat(errno, wasDirect))
      continue;
    if (now < 0)
      return failure("cannot be written", errno);
    done += static_cast<std::uint64_t>(now);
  }
  if (!direct) { // starts the writing now; pages that are on disk are dropped
    sync_file_range(descriptor, static_cast<off_t>(offset), static_cast<off_t>(size),
                    SYNC_FILE_RANGE_WRITE);
    posix_fadvise(descriptor, 0, static_cast<off_t>(offset), POSIX_FADV_DONTNEED);
  }
  return {};
}

Status DirectFile::finish(std::uint64_t size) {
  if (ftruncate(descriptor, static_cast<off_t>(size)) != 0 || fsync(descriptor) != 0)
    return failure("cannot be written", errno);
  return {};
}

Status DirectFile::size(std::uint64_t &bytes) const {
  struct stat status;
  if (fstat(descriptor, &status) != 0)
    return failure("cannot be read", errno);
  bytes = static_cast<std::uint64_t>(status.st_size);
  return {};
}

Status DirectFile::open(const std::string &path, int flags) {
  close();
  name = path;
  direct = true;
  descriptor = ::open(path.c_str(), flags | O_CLOEXEC | O_DIRECT, 0666);
  if (descriptor < 0 && errno == EINVAL) {
    direct = false;
    descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (descriptor >= 0)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  }
  return descriptor >= 0 ? Status()
                         : failure(flags & O_CREAT ? "cannot be created" : "cannot be read", errno);
}

bool DirectFile::isToRepeat(int code, bool wasDirect) {
  if (code == EINTR)
    return true;
  if (code != EINVAL || !wasDirect)
    return false;
  direct = false;
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_DIRECT) == 0;
}

Status DirectFile::failure(const char *what, int code) const {
  std::string text = "'" + name + "' " + what + ": ";
  if (code == ENOSPC || code == EDQUOT)
    text += "the disk is full; free some space or give another folder";
  else if (code == EFBIG)
    text += "larger than this file system or the limit on files (ulimit -f) allows";
  else
    text += std::strerror(code);
  return Status::invalid(text);
}

} // namespace stencilc::inline STENCILC_SPACE
