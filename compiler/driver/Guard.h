/// \file The guard: a process between this one and a program that it starts, which ends the program
/// if this process dies.
#pragma once

#include <csignal>
#include <sys/types.h>

namespace stencilc::driver {

/// Arguments of a guard process. All of them are prepared before the fork.
struct GuardedProgram {
  char *const *words, *const *environment; // as execve() takes them
  int output, errors;                      // descriptors of its streams; -1: inherited
  unsigned seconds;                        // time limit; 0: none
  int report;                              // descriptor of a pipe, for one GuardReport
  pid_t parent;                            // the guard ends when this process has ended
};

/// The message that a guard process writes to its pipe when the program has ended.
struct GuardReport {
  enum Outcome : int { Lost, NotStarted, Ended, TimedOut } outcome = Lost;
  int value = 0; // errno, or the wait status (waitpid)
};

/// Starts the program, waits for its end, and writes a GuardReport. It is called after a fork with
/// all signals blocked, so it uses only functions that are safe there. The program gets the signal
/// mask `mask`.
[[noreturn]] void beGuard(const GuardedProgram &program, const sigset_t &mask);

} // namespace stencilc::driver
