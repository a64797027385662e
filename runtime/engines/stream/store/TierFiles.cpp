/// \file Opens, resumes and cleans the folder with the files of a domain.
#include "runtime/engines/stream/store/TierFiles.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/engines/stream/store/DirectFile.h"
#include "runtime/files/NpyHeader.h"
#include "runtime/files/OutputFile.h"
#include "runtime/files/PlaneSums.h"
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

namespace stencilc::inline STENCILC_SPACE {

TierFiles::~TierFiles() {
  if (folderHandle < 0)
    return;
  if (steps == 0 || isDone)
    removeAll();
  else
    removeIncomplete();
  close(folderHandle);
  if (isNew)
    rmdir(folder.c_str()); // fails if the folder is not empty
}

TierFiles::Source TierFiles::find(int field, int age) const {
  const auto found = sources.find(key(field, age));
  return found == sources.end() ? Source() : found->second;
}

void TierFiles::changed(int field, int age) {
  Source &other = source(field, age);
  other.sums = nullptr;
  other.sumsFile.clear();
  state.values.erase("sums " + key(field, age));
}

Status TierFiles::open(const std::string &name, bool resume) {
  folder = name;
  isNew = mkdir(name.c_str(), 0777) == 0;
  if (!isNew && errno != EEXIST)
    return Status::invalid("the folder '" + name + "' cannot be made: " + std::strerror(errno));
  folderHandle = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folderHandle < 0)
    return Status::invalid("'" + name +
                           "' cannot be used as a folder for the domain: " + std::strerror(errno));
  Status status = flock(folderHandle, LOCK_EX | LOCK_NB) == 0
                      ? state.read(name)
                      : Status::invalid("another run is using the folder '" + name +
                                        "'; give each run its own with --scratch=DIR");
  if (status)
    status = checkState(resume);
  if (!status) { // the folder belongs to another run: nothing in it is removed
    close(folderHandle);
    folderHandle = -1;
    if (isNew)
      rmdir(folder.c_str());
  }
  return status;
}

Status TierFiles::reset(const double *parameters) {
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

void TierFiles::adopt(int field, int age, const std::string &path, std::uint64_t offset) {
  if (resumed && program.fields[field].updated)
    return; // the resumed run has newer values
  char *real = realpath(path.c_str(), nullptr);
  // Its checksums remain valid, because the file must not have changed.
  Source &to = source(field, age);
  to.path = real ? real : path;
  to.offset = offset;
  to.isOurs = false;
  std::free(real);
}

PlaneLayout TierFiles::layout(int field, std::uint64_t offset) const {
  const Layout &memory = domain.fields[static_cast<std::size_t>(field)].layout;
  const auto rows = static_cast<std::uint64_t>(program.rank == 3 ? memory.grid.ny : 1);
  return {offset, memory.rowBytes(), rows, memory.rowPitch};
}

std::string TierFiles::header(int field) const {
  std::int64_t shape[3];
  for (int i = 0; i < program.rank; ++i)
    shape[i] = domain.extents[program.rank - 1 - i];
  return npyHeaderText(program.fields[field].storage, program.rank, shape, kDirectUnit);
}

std::string TierFiles::nameAt(int field, int age, std::int64_t step) const {
  return folder + "/" +
         format("%s.level%d.step%lld.npy", program.fields[field].name, age,
                static_cast<long long>(step));
}

Status TierFiles::settle(int field, int age, std::int64_t step, PlaneSumList sums) {
  const std::string name = nameAt(field, age, step);
  if (rename((name + kIncomplete).c_str(), name.c_str()) != 0)
    return Status::invalid("'" + name + "' cannot be named: " + std::strerror(errno));
  source(field, age) = {
      name, kDirectUnit,
      true, sums.empty() ? nullptr : std::make_shared<const PlaneSumList>(std::move(sums)),
      "",   false};
  return {};
}

Status TierFiles::advance(std::int64_t step) {
  steps = step;
  state.values["steps"] = std::to_string(step);
  for (auto &[name, source] : sources) {
    state.values["file " + name] =
        source.isOurs ? source.path.substr(source.path.rfind('/') + 1) : source.path;
    if (Status status = keepSums(name, source); !status)
      return status;
  }
  fsync(folderHandle); // the names of the files must be on disk before the file that lists them
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

Status TierFiles::checkSpace(std::int64_t traversals) const {
  struct statvfs space;
  if (statvfs(folder.c_str(), &space) != 0 || space.f_blocks == 0)
    return {};
  double need = 0;
  for (int field = 0; field < program.fieldCount; ++field)
    for (int age = 0; age < program.fields[field].levels; ++age) {
      const Source from = find(field, age);
      const bool isUpdated = program.fields[field].updated;
      const int files = int(from.path.empty()) + int(isUpdated) +
                        int(isUpdated && !from.path.empty() && !from.isOurs && traversals > 1);
      need += files * double(layout(field, kDirectUnit).start(domain.planes()));
    }
  const double have = double(space.f_bavail) * double(space.f_frsize);
  if (need <= have)
    return {};
  return Status::invalid("'" + folder + "': not enough space: the domain in files needs " +
                         formatBytes(need) + ", have " + formatBytes(have) +
                         "; free some or give another folder with --scratch=DIR");
}

std::map<std::string, std::string> TierFiles::identity() const {
  std::string size, fields;
  for (int axis = 0; axis < program.rank; ++axis)
    size += format("%s%lld", axis ? "," : "", static_cast<long long>(domain.extents[axis]));
  for (int i = 0; i < program.fieldCount; ++i)
    fields +=
        format("%s%s %s", i ? ", " : "", program.fields[i].name, nameOf(program.fields[i].storage));
  return {{"format", "stencilc domain in files, 2"},
          {"program", program.name},
          {"size", size},
          {"fields", fields}};
}

Status TierFiles::checkState(bool resume) {
  const std::string done = state.value("steps");
  if (!resume) {
    if (!done.empty())
      return Status::invalid("'" + folder + "' holds a run that ended after step " + done +
                             ": continue it with --resume, or remove the folder");
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

Status TierFiles::openSources() {
  for (int field = 0; field < program.fieldCount; ++field)
    for (int age = 0; age < program.fields[field].levels; ++age) {
      const std::string name = state.value("file " + key(field, age));
      if (name.empty())
        continue; // a constant field, which is computed again
      const bool isOurs = name[0] != '/';
      const std::string path = isOurs ? folder + "/" + name : name;
      std::uint64_t offset = 0;
      if (Status status = checkSource(field, path, offset); !status)
        return status;
      Source &found = source(field, age) = {path, offset, isOurs, nullptr, "", true};
      if (Status status = readSums(key(field, age), found); !status)
        return status;
    }
  return {};
}

Status TierFiles::checkSource(int field, const std::string &path, std::uint64_t &offset) const {
  std::FILE *file = std::fopen(path.c_str(), "rbe");
  if (!file)
    return Status::invalid("'" + path +
                           "' is needed to resume and cannot be read: " + std::strerror(errno));
  const Scalar storage = program.fields[field].storage;
  NpyHeader header;
  header.scalar = storage;
  std::string wrong = isRawFile(path) ? "" : readNpyHeader(file, header);
  offset = header.dataOffset;
  const std::uint64_t size = layout(field, offset).start(domain.planes());
  struct stat status;
  const bool fits = header.scalar == storage && fstat(fileno(file), &status) == 0 &&
                    std::uint64_t(status.st_size) == size;
  std::fclose(file);
  if (wrong.empty() && !fits)
    wrong = "has another size than the run in state.json";
  return wrong.empty() ? Status()
                       : Status::invalid("'" + path + "' " + wrong + "; it cannot be resumed");
}

Status TierFiles::keepSums(const std::string &name, Source &source) {
  if (!source.sums || !source.sumsFile.empty())
    return {};
  std::string base = name; // such as "T 0"
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

Status TierFiles::readSums(const std::string &name, Source &source) const {
  const std::string said = state.value("sums " + name);
  const std::size_t space = said.rfind(' ');
  if (space == std::string::npos)
    return {};
  source.sumsFile = said.substr(0, space);
  const std::string path = folder + "/" + source.sumsFile;
  // One more, to detect a longer file.
  PlaneSumList sums(static_cast<std::size_t>(domain.planes()) + 1);
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

void TierFiles::removeIncomplete() const {
  const std::string ending = kIncomplete;
  eachOfOurs([&](const std::string &path) {
    if (path.compare(path.size() - ending.size(), ending.size(), ending) == 0)
      unlink(path.c_str());
  });
}

void TierFiles::removeAll() const {
  unlink((folder + "/" + TierState::kName).c_str());
  eachOfOurs([](const std::string &path) { unlink(path.c_str()); });
}

} // namespace stencilc::inline STENCILC_SPACE
