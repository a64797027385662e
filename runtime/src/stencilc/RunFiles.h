/// \file All files of a run in one list, and the check that none of them takes another one's place.
#pragma once

#include "stencilc/save/SaveRequest.h"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The files that a run reads and writes, each with its role in the run: "the reports (--reports)".
///
/// Files are compared by identity (device and inode), so that links and paths like `./a` count as
/// what they lead to. A file that does not exist yet is its folder's identity and its name. Devices
/// and pipes take any number of outputs and are left out.
class RunFiles {
public:
  /// Adds a file that the command line names and that is read. A file of the same `group` may
  /// replace it; the empty group allows none.
  void reads(const std::string &path, const std::string &role, const std::string &group = "");
  /// Adds a file that the command line names and that is written.
  void writes(const std::string &path, const std::string &role, const std::string &group = "");
  /// Adds a file that the program names itself: one that is read must be no pipe or device, one
  /// that is written must lie below the working folder. `option` names another on the command line.
  void readsOwn(const std::string &path, const std::string &role, const std::string &option);
  void writesOwn(const std::string &path, const std::string &role, const std::string &option);
  /// Adds the state of --checkpoint with the files that are written beside it.
  void writesState(const std::string &path);
  /// Adds the state of --resume, which the states of the same run may replace.
  void readsState(const std::string &path);
  /// Adds the file of a save with its FILE.part, or a sequence of .npy files: those of the steps
  /// that are multiples of `every`, are more than `before` and at most `last`, and of step 0 if
  /// `before` is 0. A path that was added before is the same file and ignored.
  void writesSeries(const SaveRequest &save, std::int64_t before, std::int64_t last);

  /// Names the folder in which the run replaces and removes all files whose names are `owned`: no
  /// other file of the run may have such a name there. `role` says what the folder is for.
  void ownsNames(const std::string &folder, const std::string &role,
                 std::function<bool(const std::string &)> owned);

  /// Returns the error message for the first file that cannot be used, or the first two that meet;
  /// else an empty text.
  std::string check() const;

private:
  /// What identifies a file; `name` is empty for a file that exists.
  struct Identity {
    std::uint64_t device = 0, inode = 0;
    std::string name;
    bool operator==(const Identity &) const = default;
  };
  /// The steps of a sequence of files; `every` is 0 for a single file.
  struct Steps {
    std::int64_t every = 0, before = 0, last = 0;
    bool has(std::int64_t step) const;
  };
  struct File {
    std::string path, role, group;
    bool isWritten = false;
    std::string option = {}; // of a file that the program names
    Steps steps = {};
    Identity identity = {};
  };

  static bool identify(const std::string &path, Identity &identity);
  static bool isOfSequence(const File &sequence, const std::string &path);
  static bool areSame(const File &a, const File &b);
  /// Why the two files may not be one, for people; empty if they are two, or may be one.
  static std::string conflict(const File &file, const File &other);
  /// What is wrong with a file that the program names, or empty.
  static std::string checkOwn(const File &file);
  /// Why a file has a name that belongs to ownFolder, for people; empty if it has not.
  std::string inOwnFolder(const File &file) const;
  void add(File file);

  std::vector<File> files;
  struct {
    std::string path, role;
    std::function<bool(const std::string &)> owned; // none without such a folder
  } ownFolder;
  std::string wrong; // the first that cannot be used
};

} // namespace stencilc::inline STENCILC_SPACE
