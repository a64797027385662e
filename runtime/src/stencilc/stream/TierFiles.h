/// \file The files a domain rests in: one for each field and time level, in a folder of their own.
///
/// A pass over the files writes new ones beside those it reads; they get their names when they are
/// complete, then state.json names them, then the old ones go. Whenever a run ends, the files that
/// state.json names are whole. Files of the user's are read only.
#pragma once

#include "stencilc/NpyHeader.h"
#include "stencilc/stream/PlaneFile.h"
#include "stencilc/stream/StreamDomain.h"
#include "stencilc/stream/TierState.h"
#include <dirent.h>
#include <memory>
#include <sys/file.h>

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

  explicit TierFiles(const StreamDomain &domain) : domain(domain), program(*domain.program) {}
  TierFiles(const TierFiles &) = delete;
  TierFiles &operator=(const TierFiles &) = delete;
  ~TierFiles() {
    if (folderHandle < 0)
      return;
    if (steps == 0 || isDone)
      removeAll();
    else
      removeIncomplete();
    close(folderHandle);
    if (isNew)
      rmdir(folder.c_str()); // stays if it is not empty
  }

  const std::string &path() const { return folder; }
  std::int64_t stepsDone() const { return steps; }
  /// The step an interrupted run had come to; 0 without one.
  std::int64_t resumedStep() const { return resumed ? resumedAt : 0; }
  Source &source(int field, int age) { return sources[key(field, age)]; }
  Source find(int field, int age) const {
    const auto found = sources.find(key(field, age));
    return found == sources.end() ? Source() : found->second;
  }
  /// Somebody else writes to the file of a field: what is known of its planes holds no longer.
  void changed(int field, int age) {
    Source &other = source(field, age);
    other.sums = nullptr;
    other.sumsFile.clear();
    state.values.erase("sums " + key(field, age));
  }
  /// The results have been taken; the files go.
  void discard() { isDone = true; }

  /// Makes the folder, or finds what an interrupted run has left there.
  Status open(const std::string &name, bool resume) {
    folder = name;
    isNew = mkdir(name.c_str(), 0777) == 0;
    if (!isNew && errno != EEXIST)
      return Status::invalid("the folder '" + name + "' cannot be made: " + std::strerror(errno));
    folderHandle = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folderHandle < 0)
      return Status::invalid(
          "'" + name + "' cannot be used as a folder for the domain: " + std::strerror(errno));
    Status status = flock(folderHandle, LOCK_EX | LOCK_NB) == 0
                        ? state.read(name)
                        : Status::invalid("another run is using the folder '" + name +
                                          "'; give each run its own with --scratch=DIR");
    if (status)
      status = checkState(resume);
    if (!status) { // it is somebody else's: leave everything in it
      close(folderHandle);
      folderHandle = -1;
      if (isNew)
        rmdir(folder.c_str());
    }
    return status;
  }

  /// Starts from initial values computed with `parameters`; or, the first time, from where the
  /// interrupted run was.
  Status reset(const double *parameters) {
    std::string values;
    for (int i = 0; i < program.parameterCount; ++i)
      values += format("%s%s=%.17g", i ? ", " : "", program.parameters[i].name, parameters[i]);
    if (resumed && !hasStarted) {
      hasStarted = true;
      if (values != state.value("parameters"))
        return Status::invalid("the run in '" + folder + "' has the parameters " +
                               state.value("parameters") + ", this one has " + values +
                               "; resume with the same");
      return openSources();
    }
    hasStarted = true;
    resumed = false;
    removeAll();
    sources.clear();
    steps = 0;
    state.values = identity();
    state.values["parameters"] = values;
    return {};
  }

  /// Reads a field at t-age from `path`, an array behind `offset` bytes.
  void adopt(int field, int age, const std::string &path, std::uint64_t offset) {
    if (resumed && program.fields[field].updated)
      return; // it has gone on since
    char *real = realpath(path.c_str(), nullptr);
    Source &to = source(field, age); // its sums stay: it must be what it was
    to.path = real ? real : path;
    to.offset = offset;
    to.isOurs = false;
    std::free(real);
  }

  /// The array of a field as a file has it and as windows hold it.
  PlaneLayout layout(int field, std::uint64_t offset) const {
    const Layout &memory = domain.fields[static_cast<std::size_t>(field)].layout;
    const auto rows = static_cast<std::uint64_t>(program.rank == 3 ? memory.grid.ny : 1);
    return {offset, memory.rowBytes(), rows, memory.rowPitch};
  }
  /// Padded to a unit of direct transfers.
  std::string header(int field) const {
    std::int64_t shape[3];
    for (int i = 0; i < program.rank; ++i)
      shape[i] = domain.extents[program.rank - 1 - i];
    return npyHeaderText(program.fields[field].storage, program.rank, shape, kDirectUnit);
  }
  /// The file of a field after `step` steps; with kIncomplete while it is written.
  std::string nameAt(int field, int age, std::int64_t step) const {
    return folder + "/" +
           format("%s.level%d.step%lld.npy", program.fields[field].name, age,
                  static_cast<long long>(step));
  }
  static constexpr const char *kIncomplete = ".part";

  /// A complete file gets its name and is where the field is from now on.
  Status settle(int field, int age, std::int64_t step, PlaneSumList sums) {
    const std::string name = nameAt(field, age, step);
    if (rename((name + kIncomplete).c_str(), name.c_str()) != 0)
      return Status::invalid("'" + name + "' cannot be named: " + std::strerror(errno));
    source(field, age) = {
        name, kDirectUnit,
        true, sums.empty() ? nullptr : std::make_shared<const PlaneSumList>(std::move(sums)),
        "",   false};
    return {};
  }
  /// A pass over the files is complete: says so in state.json, then lets go of older files.
  Status advance(std::int64_t step) {
    steps = step;
    state.values["steps"] = std::to_string(step);
    for (auto &[name, source] : sources) {
      state.values["file " + name] =
          source.isOurs ? source.path.substr(source.path.rfind('/') + 1) : source.path;
      if (Status status = keepSums(name, source); !status)
        return status;
    }
    fsync(folderHandle); // the names of the files before the one that needs them
    if (Status status = state.write(folder); !status)
      return status;
    fsync(folderHandle);
    eachOfOurs([this](const std::string &path) {
      for (const auto &[name, source] : sources)
        if (source.path == path || folder + "/" + source.sumsFile == path)
          return;
      unlink(path.c_str());
    });
    return {};
  }

  /// Whether the disk has room for what `passes` passes over the files write: new files beside
  /// those they read, and at first those with initial values.
  Status checkSpace(std::int64_t passes) const {
    struct statvfs space;
    if (statvfs(folder.c_str(), &space) != 0 || space.f_blocks == 0)
      return {};
    double need = 0;
    for (int field = 0; field < program.fieldCount; ++field)
      for (int age = 0; age < program.fields[field].levels; ++age) {
        const Source from = find(field, age);
        const bool isUpdated = program.fields[field].updated;
        const int files = int(from.path.empty()) + int(isUpdated) +
                          int(isUpdated && !from.path.empty() && !from.isOurs && passes > 1);
        need += files * double(layout(field, kDirectUnit).start(domain.planes()));
      }
    const double have = double(space.f_bavail) * double(space.f_frsize);
    if (need <= have)
      return {};
    return Status::invalid("'" + folder + "': not enough space: the domain in files needs " +
                           formatBytes(need) + ", have " + formatBytes(have) +
                           "; free some or give another folder with --scratch=DIR");
  }

private:
  std::string key(int field, int age) const {
    return format("%s %d", program.fields[field].name, age);
  }

  /// What must be the same to go on.
  std::map<std::string, std::string> identity() const {
    std::string size, fields;
    for (int axis = 0; axis < program.rank; ++axis)
      size += format("%s%lld", axis ? "," : "", static_cast<long long>(domain.extents[axis]));
    for (int i = 0; i < program.fieldCount; ++i)
      fields += format("%s%s %s", i ? ", " : "", program.fields[i].name,
                       program.fields[i].storage == Scalar::F32 ? "f32" : "f64");
    return {{"format", "stencilc domain in files, 2"},
            {"program", program.name},
            {"size", size},
            {"fields", fields}};
  }

  Status checkState(bool resume) {
    const std::string done = state.value("steps");
    if (!resume) {
      if (!done.empty())
        return Status::invalid("'" + folder + "' holds a run that ended after step " + done +
                               ": go on with --resume, or remove the folder");
      return {};
    }
    if (done.empty())
      return Status::invalid("there is nothing to resume in '" + folder +
                             "': it has no state.json; leave --resume out");
    for (const auto &[name, value] : identity())
      if (state.value(name) != value)
        return Status::invalid("the run in '" + folder + "' has another " + name + ": " +
                               state.value(name) + ", this one has " + value);
    char *end = nullptr;
    steps = std::strtoll(done.c_str(), &end, 10);
    if (*end || steps < 0)
      return Status::invalid("'" + folder + "/state.json' names no step");
    resumed = true;
    resumedAt = steps;
    return {};
  }

  /// The files that the state names, checked.
  Status openSources() {
    for (int field = 0; field < program.fieldCount; ++field)
      for (int age = 0; age < program.fields[field].levels; ++age) {
        const std::string name = state.value("file " + key(field, age));
        if (name.empty())
          continue; // constant, and computed again
        const bool isOurs = name[0] != '/';
        const std::string path = isOurs ? folder + "/" + name : name;
        std::FILE *file = std::fopen(path.c_str(), "rbe");
        if (!file)
          return Status::invalid(
              "'" + path + "' is needed to resume and cannot be read: " + std::strerror(errno));
        NpyHeader header;
        header.scalar = program.fields[field].storage;
        std::string wrong = isRawFile(path) ? "" : readNpyHeader(file, header);
        struct stat status;
        const PlaneLayout expected = layout(field, header.dataOffset);
        if (wrong.empty() &&
            (header.scalar != program.fields[field].storage || fstat(fileno(file), &status) != 0 ||
             std::uint64_t(status.st_size) != expected.start(domain.planes())))
          wrong = "has another size than the run in state.json";
        std::fclose(file);
        if (!wrong.empty())
          return Status::invalid("'" + path + "' " + wrong + "; it cannot be resumed");
        Source &found = source(field, age) = {path, header.dataOffset, isOurs, nullptr, "", true};
        if (Status status = readSums(key(field, age), found); !status)
          return status;
      }
    return {};
  }

  /// Writes the sums of a source beside the files and their own into the state, unless they are
  /// there.
  Status keepSums(const std::string &name, Source &source) {
    if (!source.sums || !source.sumsFile.empty())
      return {};
    std::string base = name; // "T 0"
    base.replace(base.rfind(' '), 1, ".level");
    source.sumsFile = base + format(".step%lld.sums", static_cast<long long>(steps));
    const std::size_t bytes = source.sums->size() * sizeof(std::uint64_t);
    OutputFile file;
    if (!file.open(folder + "/" + source.sumsFile, bytes) ||
        !file.write(source.sums->data(), bytes) || !file.finish() || !file.commit())
      return Status::invalid(file.error());
    state.values["sums " + name] = source.sumsFile + " " + digestOf(source.sums->data(), bytes);
    return {};
  }
  /// A source without sums is one that could not be summed.
  Status readSums(const std::string &name, Source &source) const {
    const std::string said = state.value("sums " + name);
    const std::size_t space = said.rfind(' ');
    if (space == std::string::npos)
      return {};
    source.sumsFile = said.substr(0, space);
    const std::string path = folder + "/" + source.sumsFile;
    PlaneSumList sums(static_cast<std::size_t>(domain.planes()) + 1); // one more: it ends there
    std::FILE *const file = std::fopen(path.c_str(), "rbe");
    const std::size_t got =
        file ? std::fread(sums.data(), sizeof(std::uint64_t), sums.size(), file) : 0;
    if (file)
      std::fclose(file);
    sums.pop_back();
    if (got != sums.size() ||
        digestOf(sums.data(), got * sizeof(std::uint64_t)) != said.substr(space + 1))
      return Status::invalid("'" + path + "', the checksums of the files, is " +
                             (file ? "damaged" : "missing") +
                             "; the run cannot be resumed: remove the folder and start again");
    source.sums = std::make_shared<const PlaneSumList>(std::move(sums));
    return {};
  }

  /// Files in the folder that have names as nameAt() makes them, complete or not.
  template <class Work> void eachOfOurs(const Work &work) const {
    DIR *all = opendir(folder.c_str());
    if (!all)
      return;
    std::vector<std::string> names;
    while (const dirent *entry = readdir(all))
      names.emplace_back(entry->d_name);
    closedir(all);
    for (const std::string &name : names)
      for (int field = 0; field < program.fieldCount; ++field)
        if (name.rfind(std::string(program.fields[field].name) + ".level", 0) == 0 &&
            name.find(".step") != std::string::npos)
          work(folder + "/" + name);
  }
  void removeIncomplete() const {
    const std::string ending = kIncomplete;
    eachOfOurs([&](const std::string &path) {
      if (path.compare(path.size() - ending.size(), ending.size(), ending) == 0)
        unlink(path.c_str());
    });
  }
  void removeAll() const {
    unlink((folder + "/" + TierState::kName).c_str());
    eachOfOurs([](const std::string &path) { unlink(path.c_str()); });
  }

  const StreamDomain &domain;
  const ProgramDescription &program;
  std::string folder;
  int folderHandle = -1; // locked
  bool isNew = false, resumed = false, hasStarted = false, isDone = false;
  std::int64_t steps = 0, resumedAt = 0;
  TierState state;
  std::map<std::string, Source> sources;
};

} // namespace stencilc::inline STENCILC_SPACE
