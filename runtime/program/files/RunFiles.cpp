/// \file Compares the files of a run by device and inode, so that no file is used for two purposes.
#include "runtime/program/files/RunFiles.h"
#include "runtime/core/support/WorkingFolder.h"
#include "runtime/files/PartFile.h"
#include "runtime/parts/state/StateFile.h"
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sys/stat.h>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Returns the folder of a path, with a slash at its end, and the name of the file.
std::pair<std::string, std::string> folderAndName(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::pair<std::string, std::string>("./", path)
                                    : std::pair(path.substr(0, slash + 1), path.substr(slash + 1));
}

/// Returns true if the path names a pipe, a device or a socket.
bool isSpecialFile(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

} // namespace

bool RunFiles::Steps::has(std::int64_t step) const {
  return step > before ? step <= last && step % every == 0 : step == 0 && before == 0;
}

void RunFiles::add(File file) {
  if (const std::string what = file.option.empty() ? "" : checkOwn(file); wrong.empty())
    wrong = what;
  if (file.steps.every > 0 || identify(file.path, file.identity))
    files.push_back(std::move(file));
}

void RunFiles::reads(const std::string &path, const std::string &role, const std::string &group) {
  add({path, role, group});
}

void RunFiles::writes(const std::string &path, const std::string &role, const std::string &group) {
  add({path, role, group, /*isWritten=*/true});
}

void RunFiles::readsOwn(const std::string &path, const std::string &role,
                        const std::string &option) {
  add({path, role, "", /*isWritten=*/false, option});
}

void RunFiles::writesOwn(const std::string &path, const std::string &role,
                         const std::string &option) {
  add({path, role, "", /*isWritten=*/true, option});
}

std::string RunFiles::checkOwn(const File &file) {
  if (!file.isWritten)
    return isSpecialFile(file.path)
               ? "'" + file.path + "' is " + file.role +
                     ", and it is a pipe or a device, not a file; to read it, give it with " +
                     file.option + ""
               : "";
  return isBelowWorkingFolder(file.steps.every > 0 ? fileOfStep(file.path, 0) : file.path)
             ? ""
             : "'" + file.path + "' is the file that the program names for " + file.role +
                   ", and it is outside the working folder; to write it, give it with " +
                   file.option + "";
}

static constexpr const char *kStates = "states";

void RunFiles::writesState(const std::string &path) {
  writes(path, "the state of the run (--checkpoint)", kStates);
  for (const std::string &beside : {earlierState(path), passingState(path)})
    writes(beside, "the earlier state, which --checkpoint keeps", kStates);
}

void RunFiles::readsState(const std::string &path) {
  for (const std::string &state : {path, earlierState(path)})
    reads(state, "the state that the run resumes from (--resume)", kStates);
}

void RunFiles::writesSeries(const SaveRequest &save, std::int64_t before, std::int64_t last) {
  const std::string &path = save.path;
  if (std::any_of(files.begin(), files.end(),
                  [&](const File &file) { return file.path == path && file.group == "series"; }))
    return;
  File file = {path, "what the run saves", "series", /*isWritten=*/true,
               save.isOwn ? "--save" : ""};
  if (isSequence(path) && sequenceError(path).empty()) {
    file.steps = {save.every, before, last};
    add(std::move(file));
    return;
  }
  add(std::move(file));
  writes(PartFile::partOf(path), "the unfinished file of what the run saves");
}

void RunFiles::ownsNames(const std::string &folder, const std::string &role,
                         std::function<bool(const std::string &)> owned) {
  ownFolder = {folder, role, std::move(owned)};
}

/// Returns true if two paths name the same folder. Folders that do not exist are compared by name,
/// without slashes at the end.
static bool isSameFolder(const std::string &a, const std::string &b) {
  struct stat one, other;
  const bool isThere = stat(a.c_str(), &one) == 0, isOtherThere = stat(b.c_str(), &other) == 0;
  if (isThere && isOtherThere)
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
  return !isThere && !isOtherThere &&
         a.substr(0, a.find_last_not_of('/') + 1) == b.substr(0, b.find_last_not_of('/') + 1);
}

std::string RunFiles::inOwnFolder(const File &file) const {
  char *const real = realpath(file.path.c_str(), nullptr);
  const std::string behindLinks = real ? real : file.path;
  std::free(real);
  for (const std::string &path : {file.path, behindLinks})
    if (const auto [folder, name] = folderAndName(path);
        ownFolder.owned && ownFolder.owned(name) && isSameFolder(folder, ownFolder.path))
      return "'" + file.path + "' is " + file.role + ", and files with such names in '" +
             ownFolder.path + "' are " + ownFolder.role +
             ", which replaces and removes them; give it another name or folder";
  return "";
}

bool RunFiles::identify(const std::string &path, Identity &identity) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0) {
    identity = {status.st_dev, status.st_ino, ""};
    return S_ISREG(status.st_mode);
  }
  const auto [folder, name] = folderAndName(path);
  identity = {0, 0, path};
  if (stat(folder.c_str(), &status) == 0)
    identity = {status.st_dev, status.st_ino, name};
  return true;
}

bool RunFiles::isOfSequence(const File &sequence, const std::string &path) {
  const auto [folder, pattern] = folderAndName(sequence.path);
  const auto [itsFolder, name] = folderAndName(path);
  const std::optional<std::int64_t> step = stepOfFile(pattern, name);
  if (!step || !sequence.steps.has(*step))
    return false;
  return isSameFolder(folder, itsFolder);
}

bool RunFiles::areSame(const File &a, const File &b) {
  if (a.steps.every == 0 && b.steps.every == 0)
    return a.identity == b.identity;
  if (a.steps.every == 0)
    return areSame(b, a);
  if (b.steps.every > 0) { // the file of the last step has the most digits
    const std::int64_t last = a.steps.last - a.steps.last % a.steps.every;
    return isOfSequence(b, fileOfStep(a.path, last)) ||
           isOfSequence(b, fileOfStep(a.path, a.steps.every));
  }
  char *const real = realpath(b.path.c_str(), nullptr);
  const bool isBehindLinks = real && isOfSequence(a, real);
  std::free(real);
  return isBehindLinks || isOfSequence(a, b.path);
}

std::string RunFiles::conflict(const File &file, const File &other) {
  const bool areBoth = file.isWritten && other.isWritten;
  const bool mayMeet = file.isWritten || other.isWritten;
  const bool areOfOneGroup = !file.group.empty() && file.group == other.group;
  // A run that was killed while it replaced its checkpoint leaves two names of the same file.
  const bool areFine = areOfOneGroup && (!areBoth || file.group == kStates);
  if (!mayMeet || areFine || !areSame(file, other))
    return "";
  const File &lost = file.isWritten ? other : file;
  const File &written = file.isWritten ? file : other;
  return areBoth ? "'" + written.path + "' is named for " + lost.role + " and for " + written.role +
                       "; give each its own file"
                 : "'" + written.path + "' is " + lost.role + " and would be lost to " +
                       written.role + "; write to another file";
}

std::string RunFiles::check() const {
  if (!wrong.empty())
    return wrong;
  for (auto file = files.begin(); file != files.end(); ++file) {
    if (std::string found = inOwnFolder(*file); !found.empty())
      return found;
    for (auto other = files.begin(); other != file; ++other)
      if (std::string found = conflict(*file, *other); !found.empty())
        return found;
  }
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE
