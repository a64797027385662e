/// \file The folder of everything kept between two uses of the tool: found, checked, locked.
#include "driver/CacheFolder.h"
#include "driver/WorkFolder.h"
#include "stencilc/Text.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stencilc::driver {

namespace {

namespace fs = llvm::sys::fs;

std::string environment(const char *name) { return llvm::sys::Process::GetEnv(name).value_or(""); }

/// The folder that ours is in; empty without a home.
std::string cacheHome() {
  llvm::SmallString<128> folder(environment("XDG_CACHE_HOME"));
  if (!folder.empty()) {
    fs::make_absolute(folder);
    return folder.str().str();
  }
  const std::string home = homeFolder();
  return home.empty() ? "" : home + "/.cache";
}

struct Found {
  std::string path;
  std::string wanted, problem; // what it should be, and why it is not
  std::unique_ptr<WorkFolder> temporary;
};

Found find() {
  Found found;
  const std::string home = cacheHome();
  found.wanted = home.empty() ? temporaryFolder() + format("/stencilc-%u", unsigned(geteuid()))
                              : home + "/stencilc";
  std::error_code code;
  if (!home.empty())
    code = fs::create_directories(home);
  found.problem = code ? code.message() : makePrivate(found.wanted);
  if (found.problem.empty()) {
    found.path = found.wanted;
    return found;
  }
  std::string path = temporaryFolder() + "/stencilc-XXXXXX";
  if (mkdtemp(path.data())) {
    found.path = path;
    found.temporary = std::make_unique<WorkFolder>(path);
  }
  return found;
}

const Found &theFolder() {
  static const Found found = find();
  return found;
}

} // namespace

const std::string &cacheFolder() { return theFolder().path; }

std::string homeFolder() {
  std::string home = environment("HOME");
  if (home.empty())
    if (const passwd *user = getpwuid(geteuid()))
      home = user->pw_dir;
  return llvm::StringRef(home).starts_with("/") && fs::is_directory(home) ? home : "";
}

std::string temporaryFolder() {
  const std::string given = environment("TMPDIR");
  return given.empty() ? "/tmp" : given;
}

void reportCacheFolder(Diagnostics &diags) {
  static std::once_flag once;
  std::call_once(once, [&] {
    const Found &found = theFolder();
    if (!found.problem.empty())
      diags.report(diag::CacheNotUsed, found.wanted, found.problem)
          .note({}, diag::Hint,
                "it must be a folder of your own with mode 0700: remove it, or name another place "
                "with XDG_CACHE_HOME; until then everything is built anew");
  });
}

CacheLock::CacheLock() {
  const std::string file = cacheFolder() + "/" + kLockFile;
  handle = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  while (handle >= 0 && flock(handle, LOCK_EX) != 0 && errno == EINTR) {
  }
}

CacheLock::~CacheLock() {
  if (handle >= 0)
    close(handle);
}

std::string makePrivate(const std::string &path) {
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
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
  else if ((status.st_mode & 07777) != 0700 && fchmod(handle, 0700) != 0)
    problem = std::strerror(errno);
  close(handle);
  if (problem.empty() && access(path.c_str(), W_OK) != 0)
    problem = std::strerror(errno);
  return problem;
}

} // namespace stencilc::driver
