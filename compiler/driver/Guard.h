/// \file The process between this one and a program it started: see Process.h.
#pragma once

#include <csignal>
#include <sys/types.h>

namespace stencilc::driver {

/// What a guard is given; all of it was made before the fork.
struct GuardedProgram {
  char *const *words, *const *environment; // as execve() takes them
  int output, errors;                      // its streams, or -1: those of the guard
  unsigned seconds;                        // it may take; 0: any time
  int report;                              // a pipe for one GuardReport
  pid_t parent;                            // whom the guard must not outlive
};

/// What a guard says at the end.
struct GuardReport {
  enum Outcome : int { Lost, NotStarted, Ended, TimedOut } outcome = Lost;
  int value = 0; // errno, or the status as waitpid() gives it
};

/// Starts the program and waits for it. Called behind a fork, with all signals blocked; calls
/// nothing that another thread might have been in the midst of. The program gets the signals of
/// `mask`.
[[noreturn]] void beGuard(const GuardedProgram &program, const sigset_t &mask);

} // namespace stencilc::driver
