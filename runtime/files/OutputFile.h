/// \file Result files that are never incomplete. Data is written to a temporary file in the same
/// folder, which is synced to disk and then renamed.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Result file that gets its name when it is complete. The order of calls is open(), write() ...,
/// finish(), commit(). Each returns false after setting error(). Unless commit() succeeds, the file
/// is removed.
///
/// Where the file system supports O_TMPFILE, the file has no name before commit(), so that even a
/// killed process leaves no file. Otherwise its temporary name is `.NAME.PID-N.tmp`. Devices and
/// pipes are written directly, because a rename would replace them.
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

  /// Opens a file that will become `path`. With `mayBeNameless` false, the temporary file always
  /// has a name, which tests need. Returns false after setting error(), for example if the disk has
  /// less free space than `bytes`, the expected size.
  bool open(const std::string &path, std::uint64_t bytes, bool mayBeNameless = true);
  bool write(const void *data, std::size_t size);

  /// Replaces the contents written so far by the file `existing`, through a hard link. Returns
  /// false and changes nothing if that is not possible, for example on another file system.
  bool adopt(const std::string &existing);

  /// Waits until all data is on disk. The file keeps its temporary name. Returns false after
  /// setting error().
  bool finish();

  /// Gives the file its final path. A file that had this path is replaced. Returns false after
  /// setting error().
  bool commit();

private:
  /// Sets the temporary name to an unused one, made of the process id and a counter, and returns
  /// it.
  const std::string &nextName();
  bool fail(const std::string &what, int code);
  /// Returns true if the folder has `bytes` bytes of free space, otherwise false after setting
  /// error().
  bool hasRoom(std::uint64_t bytes);
  void discard();

  std::string wanted, target, folder, temporary, message;
  int descriptor = -1;
  bool nameless = false; // a file without a name (O_TMPFILE)
  bool direct = false;   // a device or pipe, written directly
  bool isAnothers = false;
};

} // namespace stencilc::inline STENCILC_SPACE
