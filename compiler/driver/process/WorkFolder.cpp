/// \file Temporary folders of a command, removed even if the process is killed.
#include "driver/process/WorkFolder.h"
#include "driver/build/CacheFolder.h"
#include "driver/process/Interrupt.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace stencilc::driver {

namespace {

/// Paths of all temporary folders of this process, for the signal handler. A plain array is used
/// because a signal handler may neither lock nor allocate memory.
std::array<std::atomic<char *>, 256> all = {};

/// A directory entry as the system call getdents64 returns it. readdir() is not used because it
/// allocates memory, which a signal handler must not do.
struct Entry {
  std::uint64_t inode, offset;
  std::uint16_t size;
  std::uint8_t type;
  char name[1];
};

void removeIn(int parent, const char *name, int depth) {
  if (unlinkat(parent, name, 0) == 0 || errno == ENOENT || depth == 0)
    return;
  const int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0)
    return;
  alignas(Entry) char buffer[2048];
  // The folder changes while it is read, so a pass may miss entries. Passes repeat until one finds
  // no entry, at most 64 times.
  bool found = true;
  for (int round = 0; found && round < 64; ++round) {
    found = false;
    lseek(folder, 0, SEEK_SET);
    for (long size; (size = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;)
      for (long at = 0; at < size;) {
        const char *const raw = buffer + at;
        std::uint16_t length;
        std::memcpy(&length, raw + offsetof(Entry, size), sizeof length);
        const char *const entry = raw + offsetof(Entry, name);
        at += length;
        if (std::strcmp(entry, ".") == 0 || std::strcmp(entry, "..") == 0)
          continue;
        found = true;
        removeIn(folder, entry, depth - 1);
      }
  }
  close(folder);
  unlinkat(parent, name, AT_REMOVEDIR);
}

/// Removes temporary folders in `base` that killed processes have left. The folder of a running
/// process is locked by it, and is kept. Precondition: the caller holds the lock of the cache.
void removeRemains(const std::string &base) {
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(base, code), end; it != end && !code;
       it.increment(code)) {
    const int handle = open(it->path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (handle < 0)
      continue;
    if (flock(handle, LOCK_EX | LOCK_NB) == 0)
      removeTree(it->path().c_str());
    close(handle);
  }
}

/// Makes a new folder in `base`, named `name` and six random characters, and returns its path. On
/// failure it returns an empty string and sets `error`.
std::string makeIn(const std::string &base, const char *name, std::string &error) {
  std::string path = base + "/" + name + "XXXXXX";
  if (mkdtemp(path.data()))
    return path;
  error = std::strerror(errno);
  return "";
}

} // namespace

void removeTree(const char *path) { removeIn(AT_FDCWD, path, 16); }

void removeWorkFolders() {
  for (const std::atomic<char *> &path : all)
    if (const char *const known = path)
      removeTree(known);
}

WorkFolder::WorkFolder() {
  handleSignals();
  // If the cache cannot be written, the system's temporary folder may have more space.
  if (const std::string &cache = buildFolder(); !cache.empty() && writeProblem(cache).empty()) {
    const CacheLock lock;
    const std::string base = cache + "/" + kWorkFolders;
    if (lock.isBusy())
      error = "another process keeps it locked";
    else if (mkdir(base.c_str(), 0700) != 0 && errno != EEXIST)
      error = std::strerror(errno);
    else
      removeRemains(base);
    if (error.empty())
      folder = makeIn(base, "", error);
    if (!folder.empty()) { // while the cache is still locked
      handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      flock(handle, LOCK_EX | LOCK_NB);
    }
  }
  if (folder.empty())
    folder = makeIn(temporaryFolder(), "stencilc-work-", error);
  if (!folder.empty())
    error.clear();
  remember();
}

WorkFolder::WorkFolder(const std::string &path) : folder(path) {
  handleSignals();
  remember();
}

void WorkFolder::remember() {
  if (folder.empty())
    return;
  char *const copy = strdup(folder.c_str());
  for (std::size_t i = 0; i < all.size() && place < 0; ++i) {
    char *free = nullptr;
    if (all[i].compare_exchange_strong(free, copy))
      place = static_cast<int>(i);
  }
  if (place < 0)
    std::free(copy);
}

WorkFolder::~WorkFolder() {
  if (!folder.empty() && maker == getpid())
    removeTree(folder.c_str());
  release();
  if (place >= 0) // the string is not freed: a signal handler may be reading it
    all[static_cast<std::size_t>(place)] = nullptr;
}

void WorkFolder::release() const {
  if (handle >= 0)
    close(std::exchange(handle, -1));
}

bool WorkFolder::isThere(Diagnostics &diags) const {
  if (folder.empty())
    diags.report(diag::CannotWriteFile, "temporary folder", error);
  return !folder.empty();
}

} // namespace stencilc::driver
