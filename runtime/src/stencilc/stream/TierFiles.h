/// \file The files of a domain: one for each field and time level, in a folder of their own.
///
/// A traversal writes new files while it reads the old ones. New files get their names when they
/// are complete; then state.json lists them, and the old files are removed. Whenever a run ends,
/// the files in state.json are therefore complete. Files of the user are only read.
#pragma once

#include "stencilc/stream/OutOfCoreDomain.h"
#include "stencilc/stream/PlaneSums.h"
#include "stencilc/stream/TierState.h"
#include <dirent.h>
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

class TierFiles {
public:
  /// File with a field at one time level. An empty path means that initial values are not computed
  /// yet.
  struct Source {
    std::string path;
    std::uint64_t offset = 0;                 // of the first cell
    bool isOurs = false;                      // written by this run, not the user's
    std::shared_ptr<const PlaneSumList> sums; // of the file's planes; null: not known yet
    std::string sumsFile;                     // name of the file with the checksums
    bool mustVerify = false;                  // not read since an earlier run wrote it
  };

  explicit TierFiles(const OutOfCoreDomain &domain) : domain(domain), program(*domain.program) {}
  TierFiles(const TierFiles &) = delete;
  TierFiles &operator=(const TierFiles &) = delete;
  ~TierFiles();
  const std::string &path() const { return folder; }
  std::int64_t stepsDone() const { return steps; }
  /// Returns the step at which the resumed run was interrupted, or 0.
  std::int64_t resumedStep() const { return resumed ? resumedAt : 0; }
  Source &source(int field, int age) { return sources[key(field, age)]; }
  Source find(int field, int age) const;
  /// Removes the checksums of a field, because a caller writes to its file.
  void changed(int field, int age);
  /// Returns true if `name` is that of a file which the run creates in its folder. The run replaces
  /// and removes such files.
  static bool isOurName(const ProgramDescription &program, const std::string &name) {
    return name == TierState::kName || isFieldName(program, name);
  }
  /// Makes the destructor remove all files, because the caller has read the results.
  void discard() { isDone = true; }

  /// Creates the folder, or opens one with the files of an interrupted run to `resume`. Fails if
  /// another run uses it.
  Status open(const std::string &name, bool resume);

  /// Starts a run with `parameters` from initial values, whose files are written later. The first
  /// call of a resumed run opens the files of the interrupted run instead.
  Status reset(const double *parameters);

  /// Makes `path` the file of a field at level t-`age`: an array from byte `offset` on.
  void adopt(int field, int age, const std::string &path, std::uint64_t offset);

  /// Returns the layout of a field in a file, from byte `offset` on, and in memory.
  PlaneLayout layout(int field, std::uint64_t offset) const;
  /// Returns the .npy header of a field's file, padded to a unit of direct transfers.
  std::string header(int field) const;
  /// Returns the file name of a field at level t-`age` after `step` steps. kIncomplete is appended
  /// while it is written.
  std::string nameAt(int field, int age, std::int64_t step) const;
  static constexpr const char *kIncomplete = ".part";

  /// Renames a complete file to its final name and makes it the file of the field. `sums` are its
  /// checksums.
  Status settle(int field, int age, std::int64_t step, PlaneSumList sums);
  /// Ends a traversal: writes state.json with the new files, and then removes older files.
  Status advance(std::int64_t step);

  /// Fails if the disk has too little space for `traversals` traversals: for new files while the
  /// old ones exist, and for initial values.
  Status checkSpace(std::int64_t traversals) const;

private:
  /// Returns true if `name` has the form that nameAt() returns, for a complete or an incomplete
  /// file.
  static bool isFieldName(const ProgramDescription &program, const std::string &name) {
    for (int field = 0; field < program.fieldCount; ++field)
      if (name.rfind(std::string(program.fields[field].name) + ".level", 0) == 0 &&
          name.find(".step") != std::string::npos)
        return true;
    return false;
  }
  std::string key(int field, int age) const {
    return format("%s %d", program.fields[field].name, age);
  }

  /// Returns the properties of the run that must be the same when it is resumed.
  std::map<std::string, std::string> identity() const;
  Status checkState(bool resume);

  /// Opens and checks the files that state.json lists.
  Status openSources();
  /// Checks that `path` holds an array of the field's type and size, and sets `offset` to its first
  /// byte.
  Status checkSource(int field, const std::string &path, std::uint64_t &offset) const;

  /// Writes the checksums of a domain file into a separate file, and a checksum of that file into
  /// state.json. Does nothing if both exist.
  Status keepSums(const std::string &name, Source &source);
  /// Reads the checksums of a file. A file may have none. Fails if they are damaged or missing.
  Status readSums(const std::string &name, Source &source) const;

  /// Calls `work` with the path of each file in the folder whose name satisfies isFieldName().
  template <class Work> void eachOfOurs(const Work &work) const {
    DIR *all = opendir(folder.c_str());
    if (!all)
      return;
    std::vector<std::string> names;
    while (const dirent *entry = readdir(all))
      names.emplace_back(entry->d_name);
    closedir(all);
    for (const std::string &name : names)
      if (isFieldName(program, name))
        work(folder + "/" + name);
  }
  void removeIncomplete() const;
  void removeAll() const;

  const OutOfCoreDomain &domain;
  const ProgramDescription &program;
  std::string folder;
  int folderHandle = -1; // descriptor of the folder, which is locked
  bool isNew = false, resumed = false, hasStarted = false, isDone = false;
  std::int64_t steps = 0, resumedAt = 0;
  TierState state;
  std::map<std::string, Source> sources;
};

} // namespace stencilc::inline STENCILC_SPACE
