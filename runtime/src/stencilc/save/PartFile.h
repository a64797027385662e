/// \file A result that is written for as long as a run goes on: under the name `FILE.part`, which
/// it keeps if the run dies, and under its own once it is whole.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Calls return false after setting error().
class PartFile {
public:
  PartFile() = default;
  PartFile(const PartFile &) = delete;
  PartFile &operator=(const PartFile &) = delete;
  ~PartFile();

  const std::string &error() const { return message; }
  /// Returns `FILE.part` for a path, beside what the path leads to through links.
  static std::string partOf(const std::string &path);
  /// `FILE.part`, beside what the path leads to through links.
  const std::string &part() const { return temporary; }
  /// The part, open to be written; -1 before claim().
  int descriptor() const { return lock; }
  /// What has the name now.
  const std::string &target() const { return whole; }

  /// Takes the name for this process: refuses folders, devices, and files that another run writes.
  /// `bytes` are compared with the free space.
  bool claim(const std::string &path, std::uint64_t bytes);
  /// Forgets what an earlier run left there.
  void begin() { isKept = false; }
  /// Makes the part a copy of what has the name.
  bool copyWhole();
  /// What was written is worth keeping, whatever becomes of the run.
  void keep() { isKept = true; }
  /// Everything is on disk after this.
  bool sync();
  /// Gives the file its name, replacing what had it.
  bool commit();

private:
  bool fail(const std::string &what, int code = 0);
  bool hasRoom(const std::string &folder, std::uint64_t bytes);

  std::string wanted, whole, temporary, message;
  int lock = -1; // the part, open
  bool isKept = true;
};

/// What an error of the system means for a file that is written; 0 says nothing.
std::string writeErrorText(int code);

} // namespace stencilc::inline STENCILC_SPACE
