/// \file The files a domain rests in: one for each field and time level, in a folder of their own.
///
/// A traversal of the files writes new ones beside those it reads; they get their names when they
/// are complete, then state.json names them, then the old ones go. Whenever a run ends, the files
/// that state.json names are whole. Files of the user's are read only.
#pragma once

#include "stencilc/stream/OutOfCoreDomain.h"
#include "stencilc/stream/PlaneSums.h"
#include "stencilc/stream/TierState.h"
#include <dirent.h>
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

class TierFiles {
public:
  /// Where a field at a time level is; without a path at its initial values, not computed yet.
  struct Source {
    std::string path;
    std::uint64_t offset = 0; // of the first cell
    bool isOurs = false;
    std::shared_ptr<const PlaneSumList> sums; // of its planes; null: not known yet
    std::string sumsFile;                     // where they are kept, in the folder
    bool mustVerify = false;                  // nobody has read it since an earlier run wrote it
  };

  explicit TierFiles(const OutOfCoreDomain &domain) : domain(domain), program(*domain.program) {}
  TierFiles(const TierFiles &) = delete;
  TierFiles &operator=(const TierFiles &) = delete;
  ~TierFiles();
  const std::string &path() const { return folder; }
  std::int64_t stepsDone() const { return steps; }
  /// The step an interrupted run had come to; 0 without one.
  std::int64_t resumedStep() const { return resumed ? resumedAt : 0; }
  Source &source(int field, int age) { return sources[key(field, age)]; }
  Source find(int field, int age) const;
  /// Somebody else writes to the file of a field: what is known of its planes holds no longer.
  void changed(int field, int age);
  /// Whether a file of this name in the folder is the run's, which replaces and removes such files.
  static bool isOurName(const ProgramDescription &program, const std::string &name) {
    return name == TierState::kName || isFieldName(program, name);
  }
  /// The results have been taken; the files go.
  void discard() { isDone = true; }

  /// Makes the folder, or finds what an interrupted run has left there.
  Status open(const std::string &name, bool resume);

  /// Starts from initial values computed with `parameters`; or, the first time, from where the
  /// interrupted run was.
  Status reset(const double *parameters);

  /// Reads a field at t-age from `path`, an array behind `offset` bytes.
  void adopt(int field, int age, const std::string &path, std::uint64_t offset);

  /// The array of a field as a file has it and as windows hold it.
  PlaneLayout layout(int field, std::uint64_t offset) const;
  /// Padded to a unit of direct transfers.
  std::string header(int field) const;
  /// The file of a field after `step` steps; with kIncomplete while it is written.
  std::string nameAt(int field, int age, std::int64_t step) const;
  static constexpr const char *kIncomplete = ".part";

  /// A complete file gets its name and is where the field is from now on.
  Status settle(int field, int age, std::int64_t step, PlaneSumList sums);
  /// A traversal of the files is complete: says so in state.json, then lets go of older files.
  Status advance(std::int64_t step);

  /// Whether the disk has room for what `traversals` traversals of the files write: new files
  /// beside those they read, and at first those with initial values.
  Status checkSpace(std::int64_t traversals) const;

private:
  /// Whether nameAt() makes such names, for a complete file or not.
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

  /// What must be the same to go on.
  std::map<std::string, std::string> identity() const;
  Status checkState(bool resume);

  /// The files that the state names, checked.
  Status openSources();
  /// Whether an array of the field is in the file, behind `offset` bytes.
  Status checkSource(int field, const std::string &path, std::uint64_t &offset) const;

  /// Writes the sums of a source beside the files and their own into the state, unless they are
  /// there.
  Status keepSums(const std::string &name, Source &source);
  /// A source without sums is one that could not be summed.
  Status readSums(const std::string &name, Source &source) const;

  /// Calls `work` with the path of each file in the folder whose name isFieldName().
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
  int folderHandle = -1; // locked
  bool isNew = false, resumed = false, hasStarted = false, isDone = false;
  std::int64_t steps = 0, resumedAt = 0;
  TierState state;
  std::map<std::string, Source> sources;
};

} // namespace stencilc::inline STENCILC_SPACE
