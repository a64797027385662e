/// \file The cache folder of the tool: its location, its safety checks and its lock.
#include "driver/build/CacheFolder.h"
#include "driver/process/WorkFolder.h"
#include "runtime/core/support/Text.h"
#include "runtime/core/support/UserFolders.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace stencilc::driver {

namespace {

namespace fs = llvm::sys::fs;

std::string environment(const char *name) { return llvm::sys::Process::GetEnv(name).value_or(""); }

struct Found {
  std::string path;
  CacheProblem problem;
  std::unique_ptr<WorkFolder> temporary;
};

/// Creates a temporary folder that is removed when the process ends. Returns null if none can be
/// created.
std::unique_ptr<WorkFolder> makeTemporary() {
  for (const std::string &base : {temporaryFolder(), std::string("/tmp")})
    if (std::string path = base + "/stencilc-XXXXXX"; mkdtemp(path.data()))
      return std::make_unique<WorkFolder>(path);
  return nullptr;
}

/// Finds and checks the cache folder. If it cannot be used, the result holds the reason and a
/// temporary folder.
Found find() {
  Found found;
  const CachePlace place = cachePlace();
  std::string &wanted = found.problem.wanted;
  wanted = place.path.empty() ? temporaryFolder() + format("/stencilc-%u", unsigned(geteuid()))
                              : place.path;
  const std::error_code code = fs::create_directories(llvm::sys::path::parent_path(wanted));
  // The mode of a folder that the user names is not changed: it may hold other files.
  found.problem.reason =
      code ? code.message() : makePrivate(wanted, place.isNamed ? IfThere::Check : IfThere::Close);
  if (found.problem.reason.empty()) {
    found.path = wanted;
  } else if ((found.temporary = makeTemporary())) {
    found.path = found.temporary->path();
  }
  return found;
}

const Found &theFolder() {
  static const Found found = find();
  return found;
}

/// The temporary folder that replaces the cache folder after a write to the cache folder has
/// failed.
struct Refuge {
  std::mutex mutex;
  std::unique_ptr<WorkFolder> folder;
  std::atomic<const std::string *> path = nullptr;
};

Refuge &theRefuge() {
  static Refuge refuge;
  return refuge;
}

void reportProblem(const std::string &wanted, const std::string &reason, Diagnostics &diags) {
  diags.report(diag::CacheNotUsed, wanted, reason)
      .note({}, diag::Hint,
            "the cache must be your folder with mode 0700 and free space: remove it or free some "
            "space, or name another folder with STENCILC_CACHE; until then nothing new is cached");
}

} // namespace

const std::string &cacheFolder() { return theFolder().path; }

CacheProblem cacheProblem() {
  return theFolder().problem.reason.empty() ? CacheProblem() : theFolder().problem;
}

std::string writeProblem(const std::string &folder) {
  std::string path = folder + "/.try-XXXXXX";
  const int handle = mkostemp(path.data(), O_CLOEXEC);
  if (handle < 0)
    return std::strerror(errno);
  const std::string text(std::size_t{1} << 16, 'x');
  errno = ENOSPC; // for a write that is only partial
  const bool isWritten = write(handle, text.data(), text.size()) == ssize_t(text.size());
  const int code = errno;
  close(handle);
  unlink(path.c_str());
  return isWritten ? "" : std::strerror(code);
}

const std::string &buildFolder() {
  const std::string *const path = theRefuge().path;
  return path ? *path : cacheFolder();
}

bool leaveCacheFolder(const std::string &left, const std::string &reason, Diagnostics &diags) {
  Refuge &refuge = theRefuge();
  const std::lock_guard<std::mutex> lock(refuge.mutex);
  if (left != buildFolder()) // another thread was faster
    return true;
  if (left != cacheFolder() || theFolder().temporary || !(refuge.folder = makeTemporary()))
    return false;
  refuge.path = &refuge.folder->path();
  reportProblem(left, reason, diags);
  return true;
}

std::string temporaryFolder() {
  const std::string given = environment("TMPDIR");
  return given.empty() ? "/tmp" : given;
}

void reportCacheFolder(Diagnostics &diags) {
  static std::once_flag once;
  std::call_once(once, [&] {
    if (const CacheProblem problem = cacheProblem(); !problem.reason.empty())
      reportProblem(problem.wanted, problem.reason, diags);
  });
}

bool isOnlyOurs(const struct stat &status) {
  return status.st_uid == geteuid() && !(status.st_mode & 022);
}

CacheLock::CacheLock() {
  const std::string file = buildFolder() + "/" + kLockFile;
  handle = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  // After one timeout the process does not wait again.
  static std::atomic<bool> hasWaited{false};
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (handle >= 0 && flock(handle, LOCK_EX | LOCK_NB) != 0) {
    busy = errno == EWOULDBLOCK;
    if ((!busy && errno != EINTR) || hasWaited)
      return;
    hasWaited = busy && std::chrono::steady_clock::now() > end;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  busy = false;
}

CacheLock::~CacheLock() {
  if (handle >= 0)
    close(handle);
}

std::string makePrivate(const std::string &path, IfThere ifThere) {
  const bool isNew = mkdir(path.c_str(), 0700) == 0;
  if (!isNew && errno != EEXIST)
    return std::strerror(errno);
  struct stat status;
  const int handle = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (handle < 0)
    return lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode) ? "it is a link"
                                                                        : std::strerror(errno);
  std::string problem;
  if (fstat(handle, &status) != 0)
    problem = std::strerror(errno);
  else if (status.st_uid != geteuid())
    problem = format("it belongs to another user (%u, not %u)", unsigned(status.st_uid),
                     unsigned(geteuid()));
  else if (status.st_mode & 022)
    problem = format("others may write to it (mode %04o)", unsigned(status.st_mode & 07777));
  else if (!isNew && ifThere == IfThere::Check && (status.st_mode & 077))
    problem = format("others may enter it (mode %04o)", unsigned(status.st_mode & 07777));
  else if ((isNew || ifThere == IfThere::Close) && (status.st_mode & 07777) != 0700 &&
           fchmod(handle, 0700) != 0)
    problem = std::strerror(errno);
  close(handle);
  if (problem.empty() && access(path.c_str(), W_OK) != 0)
    problem = std::strerror(errno);
  return problem;
}

} // namespace stencilc::driver
