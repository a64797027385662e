/// \file The guard: a child process that starts a program, and kills it if the parent process dies.
#pragma once

#include <csignal>
#include <sys/types.h>

namespace stencilc::driver {

/// Arguments of a guard process: the program that it starts and kills if the parent dies. All are
/// prepared before the fork.
struct GuardedProgram {
  char *const *words, *const *environment; // as execve() takes them
  int output, errors;                      // descriptors of its streams; -1: inherited
  unsigned seconds;                        // time limit; 0: none
  int report;                              // descriptor of a pipe, for one GuardReport
  pid_t parent;                            // the guard ends when this process has ended
};

/// The message that a guard process writes to its pipe when the program has ended or could not be
/// started.
struct GuardReport {
  enum Outcome : int { Lost, NotStarted, Ended, TimedOut } outcome = Lost;
  int value = 0; // errno, or the wait status (waitpid)
};

/// Starts the program, waits for its end, writes a GuardReport, and exits. It runs in a child
/// process after a fork, with all signals blocked, so it uses no function that may need a lock of
/// another thread. `mask` is the signal mask of the program.
[[noreturn]] void beGuard(const GuardedProgram &program, const sigset_t &mask);

} // namespace stencilc::driver
