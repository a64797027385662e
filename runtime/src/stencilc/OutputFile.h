/// \file Result files that appear whole or not at all: a temporary file in the same folder, synced,
/// then renamed.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// A file being written. The order of calls is open, write ..., finish, commit; each returns false
/// after setting error(). Unless commit() succeeded, no trace of the file is left.
///
/// While it is written the file has no name at all where the file system can do that (O_TMPFILE),
/// so that even a killed process leaves nothing; elsewhere it is `.NAME.PID-N.tmp`. A path that
/// names a device or a pipe is written directly: it cannot be replaced by a rename.
class OutputFile {
public:
  OutputFile() = default;
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;
  ~OutputFile() { discard(); }

  const std::string &error() const { return message; }
  const std::string &path() const { return wanted; }

  /// Another process writes the file: from now on calls do nothing, and are fine.
  void leaveToAnother() { isAnothers = true; }

  /// Opens a file for `path`; `bytes` is the size to come, compared with the free space.
  /// `mayBeNameless` false keeps to named temporary files (for tests).
  bool open(const std::string &path, std::uint64_t bytes, bool mayBeNameless = true);
  bool write(const void *data, std::size_t size);

  /// Takes the file `existing` as it is, under a second name, instead of what was written; false,
  /// with nothing changed, where that cannot be: on another file system.
  bool adopt(const std::string &existing);

  /// Everything is on disk after this; only the name is missing.
  bool finish();

  /// Gives the file its name, replacing what had it.
  bool commit();

private:
  /// A name nobody else uses: the process and a count.
  const std::string &nextName();
  bool fail(const std::string &what, int code);
  /// Whether the folder takes as much.
  bool hasRoom(std::uint64_t bytes);
  void discard();

  std::string wanted, target, folder, temporary, message;
  int descriptor = -1;
  bool nameless = false; // written through O_TMPFILE
  bool direct = false;   // a device or pipe, written in place
  bool isAnothers = false;
};

} // namespace stencilc::inline STENCILC_SPACE
