/// \file A file read and written past the page cache (O_DIRECT) where its file system can do that,
/// else through it, and without leaving anything in it.
///
/// A domain that does not fit memory would only push everything else out of the cache. Offsets,
/// sizes and memory of direct transfers are multiples of kDirectUnit; callers see to it.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/Text.h"
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

inline constexpr std::uint64_t kDirectUnit = 4096;

class DirectFile {
public:
  DirectFile() = default;
  DirectFile(const DirectFile &) = delete;
  DirectFile &operator=(const DirectFile &) = delete;
  ~DirectFile() { close(); }

  const std::string &path() const { return name; }
  bool isOpen() const { return descriptor >= 0; }
  /// False once the file system has refused.
  bool isDirect() const { return direct; }

  Status openToRead(const std::string &path) { return open(path, O_RDONLY); }
  /// An empty file, instead of one that is there.
  Status create(const std::string &path) { return open(path, O_RDWR | O_CREAT | O_TRUNC); }
  void close() {
    if (descriptor >= 0)
      ::close(std::exchange(descriptor, -1));
  }

  /// `size` bytes, fewer only at the end of the file; `got` is how many. Any number of threads.
  Status read(void *memory, std::uint64_t size, std::uint64_t offset, std::uint64_t &got) {
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
        break; // the end
    }
    if (!direct)
      posix_fadvise(descriptor, static_cast<off_t>(offset), static_cast<off_t>(size),
                    POSIX_FADV_DONTNEED);
    return {};
  }
  Status write(const void *memory, std::uint64_t size, std::uint64_t offset) {
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
    if (!direct) { // starts writing now; pages that are on disk go
      sync_file_range(descriptor, static_cast<off_t>(offset), static_cast<off_t>(size),
                      SYNC_FILE_RANGE_WRITE);
      posix_fadvise(descriptor, 0, static_cast<off_t>(offset), POSIX_FADV_DONTNEED);
    }
    return {};
  }
  /// Everything is on disk after this, in `size` bytes.
  Status finish(std::uint64_t size) {
    if (ftruncate(descriptor, static_cast<off_t>(size)) != 0 || fsync(descriptor) != 0)
      return failure("cannot be written", errno);
    return {};
  }
  Status size(std::uint64_t &bytes) const {
    struct stat status;
    if (fstat(descriptor, &status) != 0)
      return failure("cannot be read", errno);
    bytes = static_cast<std::uint64_t>(status.st_size);
    return {};
  }

private:
  Status open(const std::string &path, int flags) {
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
    return descriptor >= 0
               ? Status()
               : failure(flags & O_CREAT ? "cannot be created" : "cannot be read", errno);
  }
  /// After a transfer that failed by `code`: a signal came, or the file system took the flag and
  /// refuses direct transfers; then all go through the cache.
  bool isToRepeat(int code, bool wasDirect) {
    if (code == EINTR)
      return true;
    if (code != EINVAL || !wasDirect)
      return false;
    direct = false;
    return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_DIRECT) == 0;
  }
  Status failure(const char *what, int code) const {
    std::string text = "'" + name + "' " + what + ": ";
    if (code == ENOSPC || code == EDQUOT)
      text += "the disk is full; free some space or give another folder";
    else if (code == EFBIG)
      text += "larger than this file system or the limit on files (ulimit -f) allows";
    else
      text += std::strerror(code);
    return Status::invalid(text);
  }

  std::string name;
  int descriptor = -1;
  std::atomic<bool> direct = true;
};

} // namespace stencilc::inline STENCILC_SPACE
