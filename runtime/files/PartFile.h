/// \file A result file that is written during a whole run. It is called `FILE.part` until it is
/// complete and then gets its own name. If the run dies, the part file remains.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// File that is written as `FILE.part` and renamed to `FILE` when it is complete. Functions return
/// false after setting error().
class PartFile {
public:
  PartFile() = default;
  PartFile(const PartFile &) = delete;
  PartFile &operator=(const PartFile &) = delete;
  ~PartFile();

  const std::string &error() const { return message; }
  /// Returns the name `FILE.part` for a path whose symbolic links are resolved first.
  static std::string partOf(const std::string &path);
  /// Returns the name of the part file: the path with its symbolic links resolved, followed by
  /// `.part`.
  const std::string &part() const { return temporary; }
  /// Returns the file descriptor of the part file, which is open for reading and writing. It is -1
  /// before claim().
  int descriptor() const { return lock; }
  /// Returns the final name of the file, with symbolic links resolved.
  const std::string &target() const { return whole; }

  /// Creates or opens the part file (temporary name of a result file) and locks it for this
  /// process. Returns false after setting error(): for folders, devices, files that another run
  /// writes, and if the disk has less than `bytes` free.
  bool claim(const std::string &path, std::uint64_t bytes);
  /// Makes the destructor delete the part file (temporary name of a result file), also if an
  /// earlier run has left it. A later call of keep() prevents this.
  void begin() { isKept = false; }
  /// Copies the completed result file of an earlier run, which has the final name, into the part
  /// file (temporary name). Returns false after setting error().
  bool copyWhole();
  /// Makes the destructor keep the part file, because it now holds data worth keeping if the run
  /// fails.
  void keep() { isKept = true; }
  /// Waits until everything written is on disk (fsync). Returns false after setting error().
  bool sync();
  /// Renames the part file (temporary name) to its final name. An existing file of that name is
  /// replaced. Returns false after setting error().
  bool commit();

private:
  bool fail(const std::string &what, int code = 0);
  bool hasRoom(const std::string &folder, std::uint64_t bytes);

  std::string wanted, whole, temporary, message;
  int lock = -1; // descriptor of the part file; -1: not open
  bool isKept = true;
};

/// Returns an error message for `errno` value `code` of a write, such as a full disk. Returns ""
/// for 0.
std::string writeErrorText(int code);

} // namespace stencilc::inline STENCILC_SPACE
