/// \file The turn to compile an entry of the build cache: several processes that need the same
/// program compile it once.
#include "driver/build/CompileTurn.h"
#include "driver/build/CacheFolder.h"
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stencilc::driver {

/// Returns true if the process whose number is in the file `handle` is stopped, for example by
/// Ctrl-Z.
static bool isHolderStopped(int handle) {
  pid_t holder = 0;
  if (pread(handle, &holder, sizeof holder, 0) != sizeof holder)
    return false;
  std::ifstream status("/proc/" + std::to_string(holder) + "/stat");
  std::string line;
  std::getline(status, line);
  const std::size_t end = line.rfind(") "); // of the name, which may hold any byte
  return end != std::string::npos && (line[end + 2] == 'T' || line[end + 2] == 't');
}

CompileTurn::CompileTurn(const std::string &key) {
  constexpr useconds_t kPause = 10000; // microseconds
  const std::string folder = buildFolder() + "/" + kWorkFolders;
  path = folder + "/" + key + ".turn";
  mkdir(folder.c_str(), 0700);
  while (!take()) {
    waited = true;
    usleep(kPause);
  }
}

/// Tries once to take the lock. Returns false if another process or thread that is not stopped
/// holds it.
bool CompileTurn::take() {
  const int opened = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (opened < 0)
    return true; // the cache cannot be written
  if (flock(opened, LOCK_EX | LOCK_NB) != 0) {
    const bool isBusy = (errno == EWOULDBLOCK || errno == EINTR) && !isHolderStopped(opened);
    close(opened);
    return !isBusy;
  }
  // The last holder may have removed the file between open() and flock().
  struct stat mine, named;
  if (fstat(opened, &mine) != 0 || lstat(path.c_str(), &named) != 0 ||
      mine.st_ino != named.st_ino) {
    close(opened);
    return false;
  }
  const pid_t self = getpid();
  (void)!pwrite(opened, &self, sizeof self, 0);
  handle = opened;
  file.emplace(path);
  return true;
}

CompileTurn::~CompileTurn() {
  if (handle < 0)
    return;
  file.reset(); // while it is locked
  close(handle);
}

} // namespace stencilc::driver
