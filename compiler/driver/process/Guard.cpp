/// \file The guard: a child process that starts a program, and kills it if the parent process dies.
#include "driver/process/Guard.h"
#include "driver/process/WorkFolder.h"
#include <cerrno>
#include <ctime>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stencilc::driver {

namespace {

constexpr int kParentDied = SIGUSR2;

void send(int pipe, GuardReport::Outcome outcome, int value) {
  const GuardReport report{outcome, value};
  while (write(pipe, &report, sizeof report) < 0 && errno == EINTR) {
  }
}

/// Turns this child process into the guarded program. The program gets a process group of its own,
/// so that a signal to the group also reaches its children. Ctrl-C at the terminal reaches the
/// program only through the guard. `mask` is the signal mask of the program.
[[noreturn]] void beProgram(const GuardedProgram &program, const sigset_t &mask, pid_t guard) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) // it died before that
    _exit(127);
  if (program.output >= 0)
    dup2(program.output, STDOUT_FILENO);
  if (program.errors >= 0)
    dup2(program.errors, STDERR_FILENO);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGTSTP}) {
    struct sigaction action = {};
    // Before exec, a handler of this process could still run and signal other processes.
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
      action = {};
      action.sa_handler = SIG_DFL;
      sigaction(signal, &action, nullptr);
    }
  }
  struct sigaction request = {};
  if (sigaction(SIGUSR1, nullptr, &request) == 0 && request.sa_handler != SIG_DFL)
    signal(SIGUSR1, SIG_IGN); // until the program installs a handler
  signal(SIGTTOU, SIG_IGN);   // it may write to the terminal although it is in the background
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  execve(program.words[0], program.words, program.environment);
  send(program.report, GuardReport::NotStarted, errno);
  _exit(127);
}

/// Kills the guarded program and all processes of its group. Waits for its end, and sets `status`
/// to its wait status.
void endProgram(pid_t child, int &status) {
  kill(-child, SIGKILL);
  kill(child, SIGKILL); // in case it has no group of its own yet
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

/// Returns the time in seconds of the monotonic clock, which is never set back.
double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Waits for the next signal and returns its number. Returns 0 if no signal has come at the time
/// `end`, in seconds of the monotonic clock. If `end` is 0, there is no limit.
int nextSignal(double end) {
  sigset_t all;
  sigfillset(&all);
  const double left = end > 0 ? end - now() : 3600;
  if (left <= 0)
    return 0;
  const timespec wait = {time_t(left), long(1e9 * (left - double(time_t(left))))};
  const int signal = sigtimedwait(&all, nullptr, &wait);
  return signal > 0 ? signal : 0;
}

/// Passes a signal on to the process group of the guarded program. Returns true if the signal asks
/// the program to end, as SIGINT does.
bool passOn(int signal, pid_t child) {
  switch (signal) {
  case SIGTSTP:
    kill(-child, SIGSTOP);
    return false;
  case SIGCONT:
  case SIGUSR1: // is sent only to programs that handle it
    kill(-child, signal);
    return false;
  case SIGINT:
  case SIGTERM:
  case SIGHUP:
    kill(-child, signal);
    return true;
  default:
    return false;
  }
}

/// Waits until the guarded program has ended, its time limit is over, or the parent process has
/// died. Kills the program in the last two cases. Writes a GuardReport to the parent unless it has
/// died, and exits.
[[noreturn]] void watch(const GuardedProgram &program, pid_t child) {
  const double end = program.seconds > 0 ? now() + program.seconds : 0;
  int status = 0;
  bool wasTold = false; // a signal has asked the program to end
  for (;;) {
    const int signal = nextSignal(end);
    if (waitpid(child, &status, WNOHANG) == child) {
      if (wasTold) // its children may have ignored the signal
        kill(-child, SIGKILL);
      send(program.report, GuardReport::Ended, status);
      _exit(0);
    }
    if (end > 0 && now() >= end) {
      endProgram(child, status);
      send(program.report, GuardReport::TimedOut, 0);
      _exit(0);
    }
    if (getppid() != program.parent) {
      endProgram(child, status);
      removeWorkFolders();
      _exit(0);
    }
    wasTold |= passOn(signal, child);
  }
}

} // namespace

void beGuard(const GuardedProgram &program, const sigset_t &mask) {
  const pid_t self = getpid();
  setpgid(0, 0); // signals to the parent's group do not end the guard
  prctl(PR_SET_NAME, "stencilc-guard");
  prctl(PR_SET_PDEATHSIG, kParentDied);
  const bool isOrphan = getppid() != program.parent; // it died before that
  const pid_t child = isOrphan ? -1 : fork();
  if (child == 0)
    beProgram(program, mask, self);
  if (child < 0) {
    if (isOrphan)
      removeWorkFolders();
    else
      send(program.report, GuardReport::NotStarted, errno);
    _exit(0);
  }
  setpgid(child, child); // guard and program both do this: either may run first
  // Closes inherited descriptors, so that pipes and locks of the parent end with the parent. Old
  // kernels lack this call, which does no harm.
  if (program.report > 3)
    syscall(SYS_close_range, 3u, unsigned(program.report) - 1, 0u);
  syscall(SYS_close_range, unsigned(program.report) + 1, ~0u, 0u);
  watch(program, child);
}

} // namespace stencilc::driver
