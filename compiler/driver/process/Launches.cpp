/// \file Runs in which the tool itself is one of several processes that a launcher such as mpirun
/// has started.
#include "driver/process/Launches.h"
#include "driver/build/CacheFolder.h"
#include "library/Guest.h"
#include "plan/interface/Schedule.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/ranks/Launcher.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace stencilc::driver {

std::string findOfMpi(const std::vector<std::string> &names, Diagnostics &diags) {
  for (const std::string &name : names)
    if (auto found = llvm::sys::findProgramByName(name))
      return *found;
  diags.report(diag::CompilerNotFound, names.front())
      .note({}, diag::Hint,
            "load the MPI of this machine (often: module load openmpi), install one (Debian: "
            "apt-get install openmpi-bin libopenmpi-dev), or name its compiler with 'stencilc mpi "
            "--mpicxx=FILE'");
  return "";
}

bool isFirstProcess() { return launched().rank == 0; }

int processesOf(const Options &options) {
  if (library::isGuest())
    return 0;
  const Launched launch = launched();
  return options.command == Command::Run && launch.areSeveral() ? launch.size
                                                                : options.verify.processes;
}

bool joinLaunch(Options &options, std::string &why) {
  const Launched launch = launched();
  if (options.command != Command::Run || !launch.areSeveral())
    return true;
  if (options.plan.target == "interpreter") {
    why = format("%d processes were started (%s), but the interpreter runs in one process: leave "
                 "mpirun or srun out; for independent runs, set STENCILC_MPI= (empty)",
                 launch.size, launch.by.c_str());
    return false;
  }
  if (!isFirstProcess())
    options.run.quiet = true;
  return true;
}

/// Waits for the exclusive lock on the file descriptor `lock`.
static void take(int lock) {
  while (flock(lock, LOCK_EX) != 0 && errno == EINTR) {
  }
}

/// Lets the first process of this host build the modules (programs) of a run. Releases the file
/// lock `lock` for 20 ms, up to 50 times, until the file holds the number of our parent process.
/// The first process writes that number after its builds. The limit is needed because a shell
/// between launcher and process makes the numbers differ.
static void letFirstBuild(int lock) {
  constexpr int kTimes = 50;
  constexpr useconds_t kPause = 20000; // microseconds
  for (int times = 0; times < kTimes; ++times) {
    pid_t launcher = 0;
    if (pread(lock, &launcher, sizeof launcher, 0) == sizeof launcher && launcher == getppid())
      return;
    flock(lock, LOCK_UN);
    usleep(kPause);
    take(lock);
  }
}

BuildLock::BuildLock() {
  const Launched launch = launched();
  if (!launch.areSeveral())
    return;
  const std::string file = buildFolder() + "/.processes";
  lock = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  isFirst = launch.local == 0;
  if (lock >= 0)
    take(lock);
  if (isFirst)
    return;
  if (lock >= 0)
    letFirstBuild(lock);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (nowhere >= 0 && errors >= 0)
    dup2(nowhere, STDERR_FILENO);
  if (nowhere >= 0)
    close(nowhere);
}

BuildLock::~BuildLock() {
  if (errors >= 0) {
    dup2(errors, STDERR_FILENO);
    close(errors);
  }
  const pid_t launcher = getppid();
  if (lock >= 0 && isFirst && pwrite(lock, &launcher, sizeof launcher, 0) < 0)
    (void)ftruncate(lock, 0); // the other processes then wait one second
  if (lock >= 0)
    close(lock);
}

} // namespace stencilc::driver
