/// \file List of all files of a run, and the check that no file is used for two purposes.
#pragma once

#include "runtime/parts/save/SaveRequest.h"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Files that a run reads and writes. Each has a role, which messages name, such as "the reports
/// (--reports)".
///
/// Files are compared by device and inode, so that links and paths such as `./a` are recognised.
/// Files that do not exist yet are compared by their folder and name. Devices and pipes are
/// ignored, because they may receive several outputs.
class RunFiles {
public:
  /// Adds a file from the command line that is read. `role` describes its use in messages. The run
  /// may also write this file only if writes() adds it with the same `group`, which is not empty.
  void reads(const std::string &path, const std::string &role, const std::string &group = "");
  /// Adds a file from the command line that is written. `role` describes its use in messages. The
  /// run may also read this file only if reads() adds it with the same `group`, which is not empty.
  void writes(const std::string &path, const std::string &role, const std::string &group = "");
  /// Adds a file that the source of the program names and the run reads. It must be no pipe or
  /// device. `option` is the command line option with which the user can name another file.
  void readsOwn(const std::string &path, const std::string &role, const std::string &option);
  /// Adds a file that the source of the program names and the run writes. It must be in the working
  /// folder or below. `option` is the command line option with which the user can name another
  /// file.
  void writesOwn(const std::string &path, const std::string &role, const std::string &option);
  /// Adds the checkpoint file of --checkpoint, and the files with earlier checkpoints in the same
  /// folder.
  void writesState(const std::string &path);
  /// Adds the checkpoint file of --resume, and the checkpoint before it, which the run reads if the
  /// file is damaged. New checkpoints of the run may replace both.
  void readsState(const std::string &path);
  /// Adds the files to which the run saves a field: one HDF5 file and its unfinished form
  /// FILE.part, or a sequence of .npy files. A sequence has the time steps above `before` and up to
  /// `last` that are multiples of the interval, and step 0 if `before` is 0. Does nothing if an
  /// earlier call has added these files.
  void writesSeries(const SaveRequest &save, std::int64_t before, std::int64_t last);

  /// Reserves file names in `folder`: the run replaces and deletes files there for whose names
  /// `owned` returns true. No other file of the run may have such a name. `role` describes the
  /// folder in messages.
  void ownsNames(const std::string &folder, const std::string &role,
                 std::function<bool(const std::string &)> owned);

  /// Returns an error message for the first file that cannot be used, or for two uses of the same
  /// file. Returns an empty text if all files can be used.
  std::string check() const;

private:
  /// Identity of a file, for comparisons. If the file exists, `inode` is its inode and `name` is
  /// empty. Otherwise `inode` is that of its folder, and `name` is the name of the file in the
  /// folder.
  struct Identity {
    std::uint64_t device = 0, inode = 0;
    std::string name;
    bool operator==(const Identity &) const = default;
  };
  /// Time steps of a sequence of files, one file a step: the multiples of `every` above `before`
  /// and up to `last`, and step 0 if `before` is 0. For a single file, `every` is 0.
  struct Steps {
    std::int64_t every = 0, before = 0, last = 0;
    bool has(std::int64_t step) const;
  };
  struct File {
    std::string path, role, group;
    bool isWritten = false;
    /// Command line option with which the user can give another file, if the source of the program
    /// names this one. Empty for files that the user has named.
    std::string option = {};
    Steps steps = {};
    Identity identity = {};
  };

  static bool identify(const std::string &path, Identity &identity);
  static bool isOfSequence(const File &sequence, const std::string &path);
  static bool areSame(const File &a, const File &b);
  /// Returns an error message if both entries are the same file and the run must not use it for
  /// both purposes. Otherwise returns an empty text.
  static std::string conflict(const File &file, const File &other);
  /// Returns an error message if a file that the source of the program names must not be used,
  /// otherwise an empty text.
  static std::string checkOwn(const File &file);
  /// Returns an error message if `file` lies in `ownFolder`, where the run replaces and deletes
  /// files, and has a name of such a file. Otherwise returns an empty text.
  std::string inOwnFolder(const File &file) const;
  void add(File file);

  std::vector<File> files;
  struct {
    std::string path, role;
    std::function<bool(const std::string &)> owned; // empty if there is no such folder
  } ownFolder;
  std::string wrong; // message for the first file that cannot be used
};

} // namespace stencilc::inline STENCILC_SPACE
