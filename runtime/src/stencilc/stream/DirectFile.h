/// \file A file read and written past the page cache (O_DIRECT) where its file system can do that,
/// else through it, and without leaving anything in it.
///
/// A domain that does not fit memory would only push everything else out of the cache. Offsets,
/// sizes and memory of direct transfers are multiples of kDirectUnit; callers see to it.
#pragma once

#include "stencilc/Status.h"
#include <atomic>
#include <fcntl.h>

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
  void close();

  /// `size` bytes, fewer only at the end of the file; `got` is how many. Any number of threads.
  Status read(void *memory, std::uint64_t size, std::uint64_t offset, std::uint64_t &got);
  Status write(const void *memory, std::uint64_t size, std::uint64_t offset);
  /// Everything is on disk after this, in `size` bytes.
  Status finish(std::uint64_t size);
  Status size(std::uint64_t &bytes) const;

private:
  Status open(const std::string &path, int flags);
  /// After a transfer that failed by `code`: a signal came, or the file system took the flag and
  /// refuses direct transfers; then all go through the cache.
  bool isToRepeat(int code, bool wasDirect);
  Status failure(const char *what, int code) const;

  std::string name;
  int descriptor = -1;
  std::atomic<bool> direct = true;
};

} // namespace stencilc::inline STENCILC_SPACE
