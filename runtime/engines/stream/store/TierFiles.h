/// \file The files of an out-of-core domain: one for each field and time level, in a separate
/// folder.
///
/// A traversal (pass of all planes) writes new files while it reads the old ones. Complete new
/// files get their final names, then state.json lists them, then the old files are removed. Thus
/// the files in state.json are complete whenever a run ends. Files of the user are only read.
#pragma once

#include "runtime/engines/stream/plan/OutOfCoreDomain.h"
#include "runtime/files/PlaneSums.h"
#include "runtime/files/TierState.h"
#include <dirent.h>
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

class TierFiles {
public:
  /// File that holds a field at one time level. The path is empty if the initial values have not
  /// been computed yet.
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
  /// Returns the number of time steps that the interrupted run had completed, if this run resumes
  /// one. Returns 0 for a new run.
  std::int64_t resumedStep() const { return resumed ? resumedAt : 0; }
  Source &source(int field, int age) { return sources[key(field, age)]; }
  Source find(int field, int age) const;
  /// Removes the stored checksums of a field at time level t-`age`, because a caller writes to its
  /// file.
  void changed(int field, int age);
  /// Returns true if the run may create a file with the name `name` in its folder. The run may also
  /// replace or remove files with such names.
  static bool isOurName(const ProgramDescription &program, const std::string &name) {
    return name == TierState::kName || isFieldName(program, name);
  }
  /// Makes the destructor remove all files, because the caller has read the results.
  void discard() { isDone = true; }

  /// Opens the folder `name`, and creates it if it does not exist. If `resume` is true, the folder
  /// must hold the files of an interrupted run, otherwise it must not. Fails if another run uses
  /// the folder.
  Status open(const std::string &name, bool resume);

  /// Starts a run with `parameters` from initial values, whose files are written later. In a
  /// resumed run, the first call instead opens the files that the interrupted run has left.
  Status reset(const double *parameters);

  /// Makes `path`, a file of the user, the file of a field at time t-`age`. The cells begin at byte
  /// `offset` of the file. In a resumed run, does nothing for fields that are updated, because the
  /// folder has newer values.
  void adopt(int field, int age, const std::string &path, std::uint64_t offset);

  /// Returns the layout of the planes of a field in memory and in its file. The cells begin at byte
  /// `offset` of the file.
  PlaneLayout layout(int field, std::uint64_t offset) const;
  /// Returns the .npy header for the file of a field. It is padded to a multiple of kDirectUnit
  /// bytes, the unit of transfers without the page cache.
  std::string header(int field) const;
  /// Returns the file name of a field at time level t-`age` after `step` time steps. While the file
  /// is being written, its name has the suffix kIncomplete.
  std::string nameAt(int field, int age, std::int64_t step) const;
  static constexpr const char *kIncomplete = ".part";

  /// Renames a complete file to its final name, and makes it the file of the field at level t-`age`
  /// after `step` time steps. `sums` has the checksums of its planes.
  Status settle(int field, int age, std::int64_t step, PlaneSumList sums);
  /// Ends a traversal (pass of all planes): writes state.json with the new files of time step
  /// `step`, then removes the old files.
  Status advance(std::int64_t step);

  /// Fails if the disk lacks space for the files that a run of `traversals` traversals (passes of
  /// all planes) adds to the existing ones. The added files are those of initial values, and the
  /// new files of a traversal, which exist together with the old ones.
  Status checkSpace(std::int64_t traversals) const;

private:
  /// Returns true if `name` can be the name of a file with the values of a field or with their
  /// checksums. The file may be complete or still being written.
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

  /// Returns the properties of a run that must be the same when it is resumed, as pairs of name and
  /// value.
  std::map<std::string, std::string> identity() const;
  Status checkState(bool resume);

  /// Opens the files that state.json lists, and checks their headers and sizes.
  Status openSources();
  /// Fails unless `path` holds an array of the field's type and size. Sets `offset` to the byte at
  /// which its cells begin.
  Status checkSource(int field, const std::string &path, std::uint64_t &offset) const;

  /// Writes the checksums of the planes of `source` to a separate file. Stores the name of that
  /// file, and a checksum of its bytes, in the entry for `name` of state.json. Does nothing if
  /// `source` has no checksums, or if they have been written.
  Status keepSums(const std::string &name, Source &source);
  /// Reads the checksums of the file `source`, if state.json has an entry for `name`. Without that
  /// entry the file was written without checksums, and the call succeeds. Fails if there is an
  /// entry, but the file of checksums is missing or damaged.
  Status readSums(const std::string &name, Source &source) const;

  /// Calls `work` with the path of each file in the folder whose name is one that a run gives to
  /// files of fields and checksums. The file state.json is not included.
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
