/// \file Result files that never exist in part. A temporary file in the same folder is written,
/// synced to disk, then renamed.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// A result file while it is written. The order of calls is open(), write() ..., finish(),
/// commit(). Each returns false after setting error(). Unless commit() succeeds, the file is
/// removed.
///
/// Where the file system supports O_TMPFILE, the file has no name before commit(), so that even a
/// killed process leaves nothing. Elsewhere it is named `.NAME.PID-N.tmp`. Devices and pipes are
/// written directly, because a rename would replace them.
class OutputFile {
public:
  OutputFile() = default;
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;
  ~OutputFile() { discard(); }

  const std::string &error() const { return message; }
  const std::string &path() const { return wanted; }

  /// Makes all later calls do nothing and succeed, because another process writes the file.
  void leaveToAnother() { isAnothers = true; }

  /// Opens a file that will become `path`. Fails if the disk has less free space than `bytes`, the
  /// expected size. With `mayBeNameless` false, the temporary file always has a name (for tests).
  bool open(const std::string &path, std::uint64_t bytes, bool mayBeNameless = true);
  bool write(const void *data, std::size_t size);

  /// Replaces everything written so far by the file `existing`, with a hard link. Returns false and
  /// changes nothing if that is not possible, for example on another file system.
  bool adopt(const std::string &existing);

  /// Waits until all data is on disk. The file still has its temporary name.
  bool finish();

  /// Gives the file its final path, which replaces an existing file.
  bool commit();

private:
  /// Sets the temporary name to an unused one, made of the process id and a count, and returns it.
  const std::string &nextName();
  bool fail(const std::string &what, int code);
  /// Returns whether the folder has `bytes` bytes of free space. Sets error() otherwise.
  bool hasRoom(std::uint64_t bytes);
  void discard();

  std::string wanted, target, folder, temporary, message;
  int descriptor = -1;
  bool nameless = false; // a file without a name (O_TMPFILE)
  bool direct = false;   // a device or pipe, written directly
  bool isAnothers = false;
};

} // namespace stencilc::inline STENCILC_SPACE
