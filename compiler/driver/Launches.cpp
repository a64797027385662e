/// \file The tool as one of several processes of a run.
#include "driver/Launches.h"
#include "driver/CacheFolder.h"
#include "driver/Divided.h"
#include "plan/Schedule.h"
#include "stencilc/ranks/Launcher.h"
#include "llvm/ADT/StringRef.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace stencilc::driver {

bool isFirstProcess() { return launched().rank == 0; }

void divideAmongProcesses(Options &options) {
  if (options.command != Command::Run || options.target == "interpreter" ||
      !launched().areSeveral())
    return;
  options.schedule = dividedRequest(options.schedule);
  if (!isFirstProcess())
    options.quiet = true;
}

BuildTurn::BuildTurn() {
  const Launched launch = launched();
  if (!launch.areSeveral())
    return;
  const std::string file = buildFolder() + "/.processes";
  lock = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  while (lock >= 0 && flock(lock, LOCK_EX) != 0 && errno == EINTR) {
  }
  if (launch.local == 0)
    return;
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (nowhere >= 0 && errors >= 0)
    dup2(nowhere, STDERR_FILENO);
  if (nowhere >= 0)
    close(nowhere);
}

BuildTurn::~BuildTurn() {
  if (errors >= 0) {
    dup2(errors, STDERR_FILENO);
    close(errors);
  }
  if (lock >= 0)
    close(lock);
}

} // namespace stencilc::driver
