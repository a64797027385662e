/// \file The process between this one and a program it started: see Process.h.
#include "driver/Guard.h"
#include "driver/WorkFolder.h"
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

/// In a group of its own: a signal reaches what it starts too, and Ctrl-C at the terminal comes
/// once, passed on.
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
    // Until exec a handler of this process could run, which would tell others.
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
      action = {};
      action.sa_handler = SIG_DFL;
      sigaction(signal, &action, nullptr);
    }
  }
  struct sigaction request = {};
  if (sigaction(SIGUSR1, nullptr, &request) == 0 && request.sa_handler != SIG_DFL)
    signal(SIGUSR1, SIG_IGN); // until the program listens to it
  signal(SIGTTOU, SIG_IGN);   // it may write to a terminal that asks others to stop for that
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  execve(program.words[0], program.words, program.environment);
  send(program.report, GuardReport::NotStarted, errno);
  _exit(127);
}

/// Ends the program and all it started, and waits for it.
void endProgram(pid_t child, int &status) {
  kill(-child, SIGKILL);
  kill(child, SIGKILL); // should it not have come to its own group
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

/// Seconds of a clock that nobody sets.
double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Waits for the next signal, at most until `end` if that is not 0; 0 if none came.
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

/// Passes a signal on to the program and what it started; true if that should end for it.
bool passOn(int signal, pid_t child) {
  switch (signal) {
  case SIGTSTP:
    kill(-child, SIGSTOP);
    return false;
  case SIGCONT:
  case SIGUSR1: // comes only where the program listens
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

/// Waits for the end of the program, of its time or of the parent, whichever is first.
[[noreturn]] void watch(const GuardedProgram &program, pid_t child) {
  const double end = program.seconds > 0 ? now() + program.seconds : 0;
  int status = 0;
  bool wasTold = false; // that it should end
  for (;;) {
    const int signal = nextSignal(end);
    if (waitpid(child, &status, WNOHANG) == child) {
      if (wasTold) // what it started may not have listened
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
  setpgid(0, 0); // what is sent to the group of its parent does not end it, too
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
  setpgid(child, child); // whoever comes first
  // Pipes and locks of its parent end with its parent. Old kernels cannot do that; no harm.
  if (program.report > 3)
    syscall(SYS_close_range, 3u, unsigned(program.report) - 1, 0u);
  syscall(SYS_close_range, unsigned(program.report) + 1, ~0u, 0u);
  watch(program, child);
}

} // namespace stencilc::driver
