/// \file A file that is read and written without the page cache (O_DIRECT) if its file system
/// supports that. Otherwise the page cache is used, and the file's pages are dropped from it.
///
/// The page cache is avoided because a domain larger than memory would only remove other files from
/// it. In direct transfers, offsets, sizes and addresses must be multiples of kDirectUnit, which
/// callers ensure.
#pragma once

#include "runtime/core/support/Status.h"
#include <atomic>
#include <fcntl.h>

namespace stencilc::inline STENCILC_SPACE {

/// Unit of direct file transfers in bytes. Offsets, sizes and addresses are multiples of it.
inline constexpr std::uint64_t kDirectUnit = 4096;

class DirectFile {
public:
  DirectFile() = default;
  DirectFile(const DirectFile &) = delete;
  DirectFile &operator=(const DirectFile &) = delete;
  ~DirectFile() { close(); }

  const std::string &path() const { return name; }
  bool isOpen() const { return descriptor >= 0; }
  /// Returns true while transfers bypass the page cache, and false after the file system has
  /// refused such a transfer.
  bool isDirect() const { return direct; }

  Status openToRead(const std::string &path) { return open(path, O_RDONLY); }
  /// Creates an empty file. An existing file is replaced.
  Status create(const std::string &path) { return open(path, O_RDWR | O_CREAT | O_TRUNC); }
  void close();

  /// Reads `size` bytes of the file, from byte `offset` on, and stores them at `memory`. Sets `got`
  /// to the number of bytes read, which is smaller if the file ends before. Several threads may
  /// call it at the same time.
  Status read(void *memory, std::uint64_t size, std::uint64_t offset, std::uint64_t &got);
  Status write(const void *memory, std::uint64_t size, std::uint64_t offset);
  /// Sets the size of the file to `size` bytes and waits until all data is on disk.
  Status finish(std::uint64_t size);
  Status size(std::uint64_t &bytes) const;

private:
  Status open(const std::string &path, int flags);
  /// Returns true if a transfer that failed with errno `code` must be repeated. This is so after a
  /// signal. It is also so if the file system refuses the direct transfer (`wasDirect`); all later
  /// transfers then use the page cache.
  bool isToRepeat(int code, bool wasDirect);
  Status failure(const char *what, int code) const;

  std::string name;
  int descriptor = -1;
  std::atomic<bool> direct = true;
};

} // namespace stencilc::inline STENCILC_SPACE
