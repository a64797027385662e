/// \file A file that is read and written without the page cache (O_DIRECT) if its file system
/// supports that. Otherwise the page cache is used, and the file's pages are dropped from it.
///
/// A domain larger than memory would only remove other files from the cache. In direct transfers,
/// offsets, sizes and addresses must be multiples of kDirectUnit, which callers ensure.
#pragma once

#include "stencilc/Status.h"
#include <atomic>
#include <fcntl.h>

namespace stencilc::inline STENCILC_SPACE {

/// Unit of direct transfers in bytes: offsets, sizes and addresses are multiples of it.
inline constexpr std::uint64_t kDirectUnit = 4096;

class DirectFile {
public:
  DirectFile() = default;
  DirectFile(const DirectFile &) = delete;
  DirectFile &operator=(const DirectFile &) = delete;
  ~DirectFile() { close(); }

  const std::string &path() const { return name; }
  bool isOpen() const { return descriptor >= 0; }
  /// Returns false once the file system has refused a direct transfer.
  bool isDirect() const { return direct; }

  Status openToRead(const std::string &path) { return open(path, O_RDONLY); }
  /// Creates an empty file. An existing file is replaced.
  Status create(const std::string &path) { return open(path, O_RDWR | O_CREAT | O_TRUNC); }
  void close();

  /// Reads `size` bytes at `offset`, or fewer at the end of the file; `got` is their number. Any
  /// number of threads may call it.
  Status read(void *memory, std::uint64_t size, std::uint64_t offset, std::uint64_t &got);
  Status write(const void *memory, std::uint64_t size, std::uint64_t offset);
  /// Sets the size of the file to `size` bytes and waits until everything is on disk.
  Status finish(std::uint64_t size);
  Status size(std::uint64_t &bytes) const;

private:
  Status open(const std::string &path, int flags);
  /// Returns true if a transfer that failed with errno `code` must be repeated: after a signal, or
  /// if the file system accepts O_DIRECT but refuses the transfer. In the latter case, all later
  /// transfers use the page cache.
  bool isToRepeat(int code, bool wasDirect);
  Status failure(const char *what, int code) const;

  std::string name;
  int descriptor = -1;
  std::atomic<bool> direct = true;
};

} // namespace stencilc::inline STENCILC_SPACE
